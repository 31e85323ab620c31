import { describe, expect, it } from 'vitest';
import { hoursText, readHours } from './hours.ts';

describe('working hours', () => {
  it.each([
    ['09:00-17:00', [{ from: '09:00', to: '17:00' }]],
    [
      '13:30 to 18:00, 9:00 – 12:30',
      [
        { from: '09:00', to: '12:30' },
        { from: '13:30', to: '18:00' },
      ],
    ],
    ['20:00-24:00', [{ from: '20:00', to: '24:00' }]],
    ['', []],
    [' , ', []],
  ])('reads %j', (text, spans) => {
    expect(readHours(text)).toEqual({ ok: true, spans });
  });

  it.each(['nine to five', '09:00', '9-17', '17:00-09:00', '09:00-09:00', '24:00-24:00', '09:60-10:00', '08:00-24:01'])(
    'does not read %j',
    (text) => {
      expect(readHours(text).ok).toBe(false);
    },
  );

  it('finds spans that overlap, whatever their order', () => {
    expect(readHours('12:00-14:00, 09:00-12:30').ok).toBe(false);
    expect(readHours('12:00-14:00, 09:00-12:00').ok).toBe(true);
  });

  it('writes what it reads', () => {
    const text = '09:00-12:30, 13:30-18:00';
    const read = readHours(text);
    expect(read.ok && hoursText(read.spans)).toBe(text);
  });
});
