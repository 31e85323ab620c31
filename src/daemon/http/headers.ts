/** The headers on every answer. There is no CORS header, and none may ever be added. */
import type { OriginName } from '../home/ports.ts';

/**
 * No inline code, nothing from elsewhere. Trusted Types leave one way for text to become markup: the policy `sidekicks`,
 * through which the pages pass sanitised Markdown.
 */
const contentPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types sidekicks',
].join('; ');

const off = [
  'camera=()',
  'microphone=()',
  'geolocation=()',
  'display-capture=()',
  'usb=()',
  'serial=()',
  'hid=()',
  'midi=()',
  'payment=()',
];

const common = {
  'content-security-policy': contentPolicy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};

/** `tools` is WebMCP's own policy name: the workspace offers tools, the desk can offer none. */
export const securityHeaders: Readonly<Record<OriginName, Readonly<Record<string, string>>>> = {
  workspace: { ...common, 'permissions-policy': ['tools=(self)', ...off].join(', ') },
  desk: { ...common, 'permissions-policy': ['tools=()', ...off].join(', ') },
};
