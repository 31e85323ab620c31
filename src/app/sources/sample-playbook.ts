/** A small sound playbook for tests to break. */

export const sampleYaml = `id: sample
name: Sample
summary: For trying.
match:
  threshold: 3
  rules:
    - kind: words
      words: [sample, try]
      weight: 2
    - kind: deadline_within
      days: 7
      weight: 1
questions:
  - id: why
    text: Why "{task.title}", due {task.due}?
constraints:
  - id: ordered
    text: Review before rollout.
    rule:
      kind: order
      first:
        recommendation: review
      later:
        recommendation: rollout
    onFail: block
  - id: sized
    text: Not too large.
    rule:
      kind: estimate_range
      min: 15
      max: 60
    onFail: concern
  - id: daytime
    text: By day.
    rule:
      kind: between_hours
      from: "09:00"
      to: "24:00"
    onFail: concern
recommendations: [review, rollout]
checklist:
  - id: sample.proof
    text: It is proven.
    required: true
`;

export const sampleSkill = `---
name: sample
description: For trying. Use it in tests.
---

# Sample

Prose.
`;
