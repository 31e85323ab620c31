/**
 * Owns the way from Markdown to elements, and the only Trusted Types policy. The policy is used by the sanitiser alone
 * and never leaves this file; the page gets elements, not HTML.
 */
import DOMPurify from 'dompurify';
import { Marked } from 'marked';
import { showHidden } from './hidden-chars.ts';

interface Policy {
  createHTML(html: string): string;
  createScriptURL(url: string): string;
}

interface TrustedTypesFactory {
  createPolicy(name: string, rules: Policy): Policy;
}

const factory = (globalThis as { trustedTypes?: TrustedTypesFactory }).trustedTypes;

/** The sanitiser parses into a document that runs nothing, and hands out only what it kept. */
const policy = factory?.createPolicy('sidekicks', {
  createHTML: (html) => html,
  createScriptURL: () => {
    throw new TypeError('no scripts');
  },
});

const marked = new Marked({
  gfm: true,
  breaks: true,
  renderer: {
    // A page has one heading of its own; those of a text go below the section it stands in.
    heading({ tokens, depth }) {
      const level = Math.min(depth + 2, 6);
      return `<h${level}>${this.parser.parseInline(tokens)}</h${level}>\n`;
    },
    checkbox: ({ checked }) => (checked ? '☑ ' : '☐ '),
    // The content policy loads no pictures from elsewhere, so a picture is a link to it.
    image({ href, text }) {
      return `<a href="${escaped(href)}">${escaped(text || href)}</a>`;
    },
    html: ({ text }) => escaped(text),
  },
});

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

const rules = {
  ALLOWED_TAGS: [
    ...['p', 'br', 'hr', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'li', 'blockquote', 'pre', 'code'],
    ...['em', 'strong', 'del', 'a', 'table', 'thead', 'tbody', 'tr', 'th', 'td'],
  ],
  ALLOWED_ATTR: ['href', 'start'],
  ALLOWED_URI_REGEXP: /^(?:https?:|mailto:)/i,
  RETURN_DOM_FRAGMENT: true as const,
};

/** Elements of the text. Hidden characters are shown by their code; links open elsewhere and tell nobody where from. */
export function renderMarkdown(text: string): DocumentFragment {
  const html = marked.parse(showHidden(text), { async: false });
  const fragment = DOMPurify.sanitize(html, policy ? { ...rules, TRUSTED_TYPES_POLICY: policy as never } : rules);
  for (const link of fragment.querySelectorAll('a')) {
    link.target = '_blank';
    link.rel = 'noopener noreferrer';
  }
  return fragment;
}
