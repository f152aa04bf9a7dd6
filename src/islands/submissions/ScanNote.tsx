import { ShieldAlert, ShieldCheck, ShieldQuestion } from 'lucide-react'
import type { SubmissionFile } from '#api/participation/submissions/contract.ts'
import { useTexts } from '../texts.tsx'

const icons = { NotScanned: ShieldQuestion, Failed: ShieldQuestion, Clean: ShieldCheck, Infected: ShieldAlert }

/** What the virus scanner has said of a file, for whoever is about to open it. */
export function ScanNote({ state }: { state: SubmissionFile['scan'] }) {
  const t = useTexts('submissions')
  const Icon = icons[state]
  return (
    <p className={`flex items-center gap-1 text-sm ${state === 'Infected' ? 'text-danger-ink' : 'text-muted'}`}>
      <Icon size={16} aria-hidden className="shrink-0" /> {t(`scan.${state}`)}
    </p>
  )
}
