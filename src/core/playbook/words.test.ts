import { describe, expect, it } from 'vitest';
import { findWords, hasAnyWord, indexWords, sameTag } from './words.ts';

describe('whole words', () => {
  it.each([
    ['a word as it is', 'Write the release notes', 'release', true],
    ['any case', 'RELEASE it', 'Release', true],
    ['the plural with s', 'two releases', 'release', true],
    ['the plural with es', 'four crashes', 'crash', true],
    ['the plural of -y', 'all deliveries', 'delivery', true],
    ['not a longer word', 'released yesterday', 'release', false],
    ['not the end of a word', 'prerelease', 'release', false],
    ['not a shorter word', 'a test', 'tests', false],
    ['beside punctuation', '(release), finally!', 'release', true],
    ['a phrase in a row', 'tell them the due date today', 'due date', true],
    ['a phrase across punctuation', 'the kick-off', 'kick off', true],
    ['a hyphened word written apart', 'a follow up', 'follow-up', true],
    ['the plural of a phrase', 'three follow-ups', 'follow-up', true],
    ['not a phrase out of order', 'date due', 'due date', false],
    ['not a phrase with words between', 'due on the date', 'due date', false],
    ['letters with marks', 'ÉTUDE préliminaire', 'étude', true],
    ['composed and decomposed alike', 'Cafe\u0301', 'caf\u00e9', true],
    ['Greek', 'ΔΟΚΙΜΗ', 'δοκιμη', true],
    ['digits', 'version 2 is out', 'version 2', true],
    ['nothing in a word of signs', '*** !!!', '!!!', false],
  ])('%s', (_, text, word, found) => {
    expect(hasAnyWord(indexWords(text), [word])).toBe(found);
  });

  it('answers the words in the order and spelling of the playbook', () => {
    expect(findWords(indexWords('ship it, then test it: two tests'), ['Test', 'review', 'ship'])).toEqual([
      'Test',
      'ship',
    ]);
  });
});

it('compares tags whole and without case', () => {
  expect(sameTag('Security', 'security')).toBe(true);
  expect(sameTag('sec', 'security')).toBe(false);
});
