import { describe, expect, test, vi } from 'vitest';

vi.mock('./shell', () => ({ hasAddress: () => true }));
vi.mock('./prefs.svelte', () => ({ prefs: {}, settle: () => undefined }));
const { addressOf, isThisComputer } = await import('./web-address.svelte');

describe('the address at which others open lists', () => {
  test('is never one of this computer', () => {
    for (const host of ['localhost', 'muster.localhost', '127.0.0.1', '127.3.2.1', '0.0.0.0', '[::1]', '[::]']) {
      expect(isThisComputer(host)).toBe(true);
      expect(addressOf(`http://${host}:4242/`)).toBeNull();
    }
    expect(isThisComputer('127.example.org')).toBe(false);
  });

  test('is read from what a person types or copies', () => {
    expect(addressOf('club.example.org/muster/')).toBe('https://club.example.org/muster/');
    expect(addressOf(' https://club.example.org/muster/?x=1#/list/4 ')).toBe('https://club.example.org/muster/');
    for (const text of ['', 'muster', 'javascript:alert(1)', 'file:///home/a.html', 'https://']) {
      expect(addressOf(text)).toBeNull();
    }
  });
});
