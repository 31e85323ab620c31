/**
 * Links and ways to the pages of this document. The two documents are one program to TypeScript, and only one router can
 * be the registered one there; so the addresses of this one are typed here.
 */
import { Link as RouterLink, useNavigate } from '@tanstack/react-router';
import type { ComponentPropsWithRef, ComponentType, MouseEvent } from 'react';

export type Target =
  | { readonly to: '/' | '/list' | '/proposals' | '/runs' | '/agents' | '/trash' }
  | { readonly to: '/task/$taskId'; readonly params: { readonly taskId: string } }
  | { readonly to: '/proposal/$proposalId'; readonly params: { readonly proposalId: string } }
  | { readonly to: '/week'; readonly search?: { readonly from?: string } }
  | { readonly to: '/activity'; readonly search?: { readonly author?: string; readonly subject?: string } };

type LinkProps = Target & Omit<ComponentPropsWithRef<'a'>, 'href'>;

export const Link = RouterLink as unknown as ComponentType<LinkProps>;

/** Goes to a page. */
export function useGo(): (target: Target & { readonly replace?: boolean }) => void {
  const navigate = useNavigate() as (target: Target) => Promise<void>;
  return (target) => void navigate(target);
}

/** To a task, by alias or id. */
export function taskTarget(taskId: string) {
  return { to: '/task/$taskId', params: { taskId } } as const;
}

export function proposalTarget(proposalId: string) {
  return { to: '/proposal/$proposalId', params: { proposalId } } as const;
}

/**
 * For long lists: their links are bare ones, made ways of the router by one listener above them, because the router's
 * own link costs more than all the rest of a row. False for a click that should open another tab or window.
 */
export function isPlainClick({ button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): boolean {
  return button === 0 && !ctrlKey && !metaKey && !shiftKey && !altKey;
}
