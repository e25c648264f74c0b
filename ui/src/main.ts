import './styles/fonts.css';
import './styles/tokens.css';
import './styles/base.css';
import { mount, unmount } from 'svelte';
import App from './App.svelte';
import { say } from './lib/dialogs.svelte';
import { sheets } from './lib/campaign/store';
import { lists } from './lib/desk/store';
import { lasting } from './lib/storage/lasting.svelte';
import { troubles } from './lib/storage/trouble.svelte';
import { prefs, settle } from './lib/prefs.svelte';
import * as collections from './lib/own/collection.svelte';
import * as own from './lib/own/files.svelte';
import { desktop, isStatic, setOwn } from './lib/shell';
import AlertBanners from './parts/program/AlertBanners.svelte';

settle();
void begin();

async function begin(): Promise<void> {
  if (isStatic && 'serviceWorker' in navigator && location.protocol !== 'file:')
    // Without it (as in private windows) the page works as well, but only with a network.
    navigator.serviceWorker.register('./service-worker.js').catch(() => undefined);
  lists.onfirst = sheets.onfirst = () => void lasting.ask();
  // What was not loaded is loaded when the person tries again.
  troubles.onRetry(() => Promise.all([own.load(), collections.load()]).catch(() => undefined));
  const target = document.getElementById('app')!;
  // Until the storage answers, the page shows only why it does not answer.
  const banners = mount(AlertBanners, { target, props: { isTold: false } });
  // This comes before any other call, because the answers depend on it. A browser that stores nothing has no own units.
  await Promise.all([own.load(), collections.load()].map((loaded) => loaded.catch(() => undefined)));
  if (desktop && (prefs.rulesets !== null || prefs.units.length > 0))
    await setOwn(prefs).catch((told: Error) => say(told.message));
  void unmount(banners);
  mount(App, { target });
}
