// What the page and its workers say to each other.

/** The code of the fault with which the small module refuses a call that needs the full one. */
export const NOT_HERE = 'not-here';

/** A call for the program in a worker. */
export interface Asked {
  id: number;
  name: string;
  args: string;
}

/** The answer to a call, as JSON. A call that was refused has a fault. */
export interface Answered {
  id: number;
  ok: boolean;
  answer: string;
}
