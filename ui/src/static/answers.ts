// What the page and its workers say to each other.

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
