// The event or the house rules under which an open list is judged.

import * as api from '../api/api';
import { say } from '../dialogs.svelte';
import type { TextFile } from '../shell';
import * as submissions from '../submissions/store';
import type { Desk } from './desk.svelte';
import type { Kept } from './store';

type Event = NonNullable<Kept['event']>;

/** The person's own events of the game of a list, with that of the list. */
export async function ownEvents(desk: Desk): Promise<submissions.OwnEvent[]> {
  const stored = (await submissions.choice().catch(() => null))?.own ?? [];
  const own = stored.filter(({ rulesets }) => !rulesets || rulesets.includes(desk.game.id));
  const { event } = desk;
  const isThere = own.some((one) => JSON.stringify(one.event) === JSON.stringify(event?.given));
  return event?.given.text && !isThere ? [...own, { event: event.given, title: event.title }] : own;
}

/** Judges a list under an event, or under none. */
export async function putUnder(desk: Desk, event: Event | null): Promise<void> {
  await desk.judgeUnder(event);
  say(event ? `Judged under ${event.title}` : 'Judged without an event');
}

/** Judges a list under the event in a file, and keeps the event for other lists. Fails if the file is faulty or about
 * other games. */
export async function takeEvent(desk: Desk, { name, text }: TextFile): Promise<void> {
  const given = { name, text };
  const { given: info } = await api.events({ given });
  const title = info?.name ?? name;
  const rulesets = info?.rulesets ?? [];
  if (!rulesets.includes(desk.game.id)) throw new Error(`${title} is not about ${desk.game.name}`);
  await submissions.keepOwn({ event: given, title, rulesets });
  await putUnder(desk, { given, title });
}
