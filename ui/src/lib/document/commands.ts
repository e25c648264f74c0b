// What keys and buttons do to an open document, with a word about it.

import { say } from '../dialogs.svelte';
import type { OpenDocument } from './open.svelte';

export const commands = {
  undo(open: OpenDocument): void {
    const name = open.undo();
    say(name ? `Undone: ${name}` : 'Nothing to undo');
  },

  redo(open: OpenDocument): void {
    const name = open.redo();
    say(name ? `Redone: ${name}` : 'Nothing to redo');
  },

  async save(open: OpenDocument): Promise<void> {
    try {
      say((await open.saveAsFile()) ?? 'Not saved to a file');
    } catch (told) {
      say((told as Error).message);
    }
  },
};
