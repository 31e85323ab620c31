/** Who has access: at the desk only. */
import * as access from '../../core/access/access-commands.ts';
import { isOpen } from '../../core/proposal/find.ts';
import { done, refuse } from '../../kit/result.ts';
import type { AccessView } from '../../protocol/views.ts';
import { act, stateOf, type UseCase } from '../parts.ts';
import { readPublicKey } from '../public-key.ts';
import { randomSecret, secretHash } from '../secrets.ts';

export const readAccess: UseCase<'read_access'> = async (parts, call) => {
  const { person, key, token, proposal } = stateOf(parts).tables;
  const open = [...proposal.values()].filter(isOpen);
  const view: AccessView = {
    persons: [...person.values()].filter((one) => one.leftAt === undefined),
    keys: [...key.values()].map(({ publicKey: _, ...rest }) => ({ ...rest, current: rest.id === call.key?.id })),
    tokens: [...token.values()].map(({ secretHash: _, boundKeyId: __, ...rest }) => {
      const use = parts.activity.lastUse(rest.id);
      return {
        ...rest,
        lastUsedAt: use?.at ?? null,
        lastTool: use?.tool ?? null,
        openProposals: open.filter((one) => one.author.id === rest.id).length,
      };
    }),
  };
  return done(view);
};

export const makeToken: UseCase<'make_token'> = async (parts, call, input) => {
  const secret = randomSecret('agent');
  const { label, expiresInDays, openProposals, readOnly } = input;
  const result = await act(
    parts,
    call.author,
    (_state, context) =>
      access.makeToken(
        {
          kind: 'agent',
          label,
          secretHash: secretHash(secret),
          ...(expiresInDays === undefined ? {} : { expiresInDays }),
          ...(openProposals === undefined ? {} : { openProposals }),
          ...(readOnly === undefined ? {} : { readOnly }),
        },
        context,
      ),
    ({ id }) => ({ id, secret }),
  );
  return result;
};

export const changeToken: UseCase<'change_token'> = (parts, call, { tokenId, ...change }) =>
  act(parts, call.author, (state) => access.changeToken(state, tokenId, change));

export const revokeToken: UseCase<'revoke_token'> = (parts, call, { tokenId }) =>
  act(parts, call.author, (state, context) => access.revokeToken(state, tokenId, context));

export const revokeKey: UseCase<'revoke_key'> = (parts, call, { keyId }) =>
  act(parts, call.author, (state, context) => access.revokeKey(state, keyId, context));

export const startPairing: UseCase<'start_pairing'> = async (parts, call, { name }) => {
  const { id: personId, keyId = '' } = call.author;
  return done(parts.pairingCodes.open({ who: 'person', personId, label: name ?? 'Another browser', keyId }));
};

export const enrolWorkspaceKey: UseCase<'enrol_workspace_key'> = async (
  parts,
  call,
  { publicKey, label, visitorHash },
) => {
  const id = readPublicKey(publicKey)?.id;
  if (id === undefined) {
    return refuse({
      code: 'invalid_input',
      message: 'That is no ECDSA P-256 public key.',
      next: 'Start the pairing from the workspace page again.',
    });
  }
  return act(
    parts,
    call.author,
    (state, context) =>
      access.enrolKey(
        state,
        {
          id,
          publicKey,
          label,
          personId: call.author.id,
          origin: 'workspace',
          ...(visitorHash === undefined ? {} : { visitorHash }),
        },
        context,
      ),
    (value) => value,
  );
};
