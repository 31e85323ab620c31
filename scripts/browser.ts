/**
 * The step `browser` of `npm test`: finds a browser with WebMCP, or installs one, before any test wants it. Here an
 * `apt-get` has no hook's timeout over it, and no second one beside it.
 */
import { findOrInstallBrowser } from '../test/browser.ts';

try {
  console.log(await findOrInstallBrowser());
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
