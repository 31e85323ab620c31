import { toast } from '../../parts/toast.tsx';

/** Says what a person changed, with the way back. Only the last change is told: those before are undone in their order. */
export function tellChange(text: string, undo: () => void): void {
  toast({ text, name: 'change', action: { label: 'Undo', onAct: undo } });
}
