/** Who has access: at the desk only. */
import { createHash } from 'node:crypto';
import * as access from '../../core/access/access-commands.ts';
import { isOpen } from '../../core/proposal/find.ts';
import { formatInstant } from '../../core/workspace/time.ts';
import { sha256 } from '../../kit/json.ts';
import { done, refuse } from '../../kit/result.ts';
import type { AccessView } from '../../protocol/views.ts';
import { act, stateOf, type UseCase } from '../parts.ts';

export const readAccess: UseCase<'read_access'> = async (parts, call) => {
  const { person, key, token, proposal } = stateOf(parts).tables;
  const open = [...proposal.values()].filter(isOpen);
  const view: AccessView = {
    persons: [...person.values()],
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

/** Marks a secret as ours, so that scanners and people recognise one that leaked. */
export const TOKEN_PREFIX = 'sk_agent_';

export const makeToken: UseCase<'make_token'> = async (parts, call, input) => {
  const secret = `${TOKEN_PREFIX}${parts.randomSecret()}`;
  const { label, expiresInDays, openProposals, readOnly } = input;
  const result = await act(
    parts,
    call.author,
    (_state, context) =>
      access.makeToken(
        {
          kind: 'agent',
          label,
          secretHash: sha256(secret),
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
  const { code, expiresAt } = parts.pairingCodes.start(call.author.id, name ?? 'Another browser');
  return done({ code, expiresAt: formatInstant(expiresAt) });
};

export const enrolWorkspaceKey: UseCase<'enrol_workspace_key'> = async (
  parts,
  call,
  { publicKey, label, visitorId },
) => {
  const id = keyIdOf(publicKey);
  if (id === null) {
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
          ...(visitorId === undefined ? {} : { visitorId }),
        },
        context,
      ),
    (value) => value,
  );
};

/** DER head of every P-256 SubjectPublicKeyInfo with an uncompressed point; the rest is the point, 65 bytes. */
const P256_SPKI_HEAD = Buffer.from('3059301306072a8648ce3d020106082a8648ce3d030107034200', 'hex');

/** SHA-256 of the SPKI bytes, hex; null when it is no P-256 key in base64url. */
export function keyIdOf(publicKey: string): string | null {
  if (!/^[A-Za-z0-9_-]+$/.test(publicKey)) return null;
  const spki = Buffer.from(publicKey, 'base64url');
  if (spki.length !== 91 || !spki.subarray(0, 26).equals(P256_SPKI_HEAD) || spki[26] !== 4) return null;
  return createHash('sha256').update(spki).digest('hex');
}
