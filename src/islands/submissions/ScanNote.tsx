import { ShieldAlert, ShieldCheck, ShieldQuestion } from '@lucide/icons'
import type { SubmissionFile } from '#api/participation/submissions/contract.ts'
import { useTexts } from '../client/texts.tsx'
import { Icon } from '../ui/Icon.tsx'

const icons = { NotScanned: ShieldQuestion, Failed: ShieldQuestion, Clean: ShieldCheck, Infected: ShieldAlert }

/** Result of a file's virus scan as a text with an icon, in red when it is infected. */
export function ScanNote({ state }: { state: SubmissionFile['scan'] }) {
  const t = useTexts('submissions')
  const icon = icons[state]
  return (
    <p className={`flex items-center gap-1 text-sm ${state === 'Infected' ? 'text-danger-ink' : 'text-muted'}`}>
      <Icon of={icon} size={16} className="shrink-0" /> {t(`scan.${state}`)}
    </p>
  )
}
