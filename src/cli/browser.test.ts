import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openerFor } from './browser.ts';

describe('opening the browser', () => {
  it('needs a display', () => {
    const url = 'http://localhost:4141';
    expect(openerFor(url, 'linux', {})).toEqual([]);
    expect(openerFor(url, 'linux', { WAYLAND_DISPLAY: 'wayland-0' })).toEqual(['xdg-open', url]);
    expect(openerFor(url, 'darwin', {})).toEqual(['open', url]);
  });

  it('hands no other address to the system', () => {
    const near = fc.string().map((text) => `http://localhost:4141${text}`);
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.webUrl(), near), (url) => {
        const isOurs = /^http:\/\/localhost:[0-9]{1,5}\/?$/.test(url);
        return openerFor(url, 'darwin', {}).length === 0 || (isOurs && !url.includes('\n'));
      }),
      { numRuns: 2000 },
    );
  });
});
