/** How the desk leads to the workspace page of its browser: the page then knows that the desk is paired here. */
export const FROM_DESK = '#from-desk';

export function workspaceFromDesk(workspaceUrl: string): string {
  return `${workspaceUrl}/${FROM_DESK}`;
}
