/** The constraints of every voter's playbook. */
import { checkRule } from '../../playbook/check-rule.ts';
import type { RuleSubject } from '../../playbook/rule-subject.ts';
import type { Facts } from '../facts.ts';
import type { Raised } from './check.ts';

export function checkRules(facts: Facts): readonly Raised[] {
  const { parent, voters } = facts;
  if (!parent) return [];
  const subject: RuleSubject = {
    parent,
    deadlineMs: facts.deadline,
    subtasks: facts.candidate.subtasks,
    times: facts.times,
    zone: facts.calendar.zone,
  };
  const raised: Raised[] = [];
  for (const { sidekick } of voters) {
    for (const constraint of sidekick.active.playbook.constraints) {
      const failure = checkRule(constraint.rule, subject);
      if (!failure) continue;
      raised.push({
        code: constraint.onFail === 'block' ? 'rule_block' : 'rule_concern',
        message: `${constraint.text} (${failure.message})`,
        raisedBy: sidekick.id,
        path: '/subtasks',
        candidateIds: [...failure.candidateIds].sort(),
        ruleId: constraint.id,
        key: `${sidekick.id} ${constraint.id}`,
      });
    }
  }
  return raised;
}
