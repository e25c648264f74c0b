// What a person can do with the program on every screen: the menu of a list and the search for everything offer it.

import Boxes from '@lucide/svelte/icons/boxes';
import ClipboardPaste from '@lucide/svelte/icons/clipboard-paste';
import FilePlus2 from '@lucide/svelte/icons/file-plus-2';
import FolderOpen from '@lucide/svelte/icons/folder-open';
import Inbox from '@lucide/svelte/icons/inbox';
import Info from '@lucide/svelte/icons/info';
import Keyboard from '@lucide/svelte/icons/keyboard';
import Settings from '@lucide/svelte/icons/settings';
import type { Action } from './desk/actions';
import { dialogs } from './dialogs.svelte';
import { go } from './route.svelte';

/** The actions by name. `onopen` asks for a file; `game` is the id of the game that the person is at. */
export const programActions = (onopen: () => void, game: string | null = null) =>
  ({
    begin: { title: 'New list', Icon: FilePlus2, keys: 'Ctrl N', run: () => dialogs.open({ kind: 'new' }) },
    open: { title: 'Open a file', Icon: FolderOpen, keys: 'Ctrl O', run: onopen },
    paste: { title: 'Paste a list', Icon: ClipboardPaste, run: () => dialogs.open({ kind: 'paste', file: null }) },
    collection: { title: 'Models that you own', Icon: Boxes, run: () => go({ screen: 'collection', game }) },
    settings: { title: 'Settings', Icon: Settings, run: () => go({ screen: 'settings' }) },
    keys: { title: 'Keys', Icon: Keyboard, keys: '?', run: () => dialogs.open({ kind: 'help' }) },
    about: { title: 'About Muster', Icon: Info, run: () => dialogs.open({ kind: 'about' }) },
    submissions: {
      title: 'For organisers: submissions',
      Icon: Inbox,
      run: () => go({ screen: 'submissions', row: null }),
    },
  }) satisfies { [name: string]: Action };
