import { expect, it } from 'vitest';
import { connectLines } from './connect-lines.ts';

it('leaves the token to the environment: no line has the shell put it into an argument', () => {
  for (const { line } of connectLines('http://localhost:4141')) {
    // Inside single quotes the shell fills nothing in.
    expect(line.replaceAll(/'[^']*'/g, '')).not.toContain('$');
  }
});
