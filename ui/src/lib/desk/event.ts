// The event or the house rules under which a list is judged.

import * as api from '../api/api';
import { say } from '../dialogs.svelte';
import type { TextFile } from '../shell';
import * as submissions from '../submissions/store';
import type { Desk } from './desk.svelte';
import type { Kept } from './store';

/** An event, as calls take it, and its name. */
export type Event = NonNullable<Kept['event']>;

/** The person's own events of a game, with the one that is chosen. */
export async function ownEvents(game: string, event: Event | null): Promise<submissions.OwnEvent[]> {
  const stored = (await submissions.choice().catch(() => null))?.own ?? [];
  const own = stored.filter(({ rulesets }) => !rulesets || rulesets.includes(game));
  const isThere = own.some((one) => JSON.stringify(one.event) === JSON.stringify(event?.given));
  return event?.given.text && !isThere ? [...own, { event: event.given, title: event.title }] : own;
}

/** Reads the event in a file, and keeps it for other lists of the game. Fails if the file is faulty or about other
 * games. */
export async function keepEvent(game: { id: string; name: string }, { name, text }: TextFile): Promise<Event> {
  const given = { name, text };
  const { given: info } = await api.events({ given });
  const title = info?.name ?? name;
  const rulesets = info?.rulesets ?? [];
  if (!rulesets.includes(game.id)) throw new Error(`${title} is not about ${game.name}`);
  await submissions.keepOwn({ event: given, title, rulesets });
  return { given, title };
}

/** Judges a list under an event, or under none. */
export async function putUnder(desk: Desk, event: Event | null): Promise<void> {
  await desk.judgeUnder(event);
  say(event ? `Judged under ${event.title}` : 'Judged without an event');
}

/** Judges a list under the event in a file. Fails as `keepEvent` does. */
export const takeEvent = async (desk: Desk, file: TextFile): Promise<void> =>
  putUnder(desk, await keepEvent(desk.game, file));
