// Whether the browser has promised to keep what is stored, and to ask it to.

let promised = $state.raw<boolean | null>(null);

// Browsers give it to pages of this machine and to those that come encrypted.
const storage = (): StorageManager | null => ('storage' in navigator ? navigator.storage : null);

export const lasting = {
  /** Null if it is not known, or if browsers promise nothing at this address. */
  get promised(): boolean | null {
    return promised;
  },
  /** Looks whether the browser has promised it. */
  async look(): Promise<void> {
    promised =
      (await storage()
        ?.persisted?.()
        .catch(() => null)) ?? null;
  },
  /** Asks the browser to promise it. Some browsers ask the person. */
  async ask(): Promise<void> {
    promised =
      (await storage()
        ?.persist?.()
        .catch(() => null)) ?? null;
  },
};
