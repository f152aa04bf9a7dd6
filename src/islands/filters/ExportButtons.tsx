import { Download } from '@lucide/icons'
import { type TableFileKind, tableFileKinds } from '#api/foundation/files/rules.ts'
import { useTexts } from '../client/texts.tsx'
import { useSaving } from '../editing/use-saving.ts'
import { Button } from '../ui/Button.tsx'
import { ErrorBox } from '../ui/ErrorBox.tsx'
import { Icon } from '../ui/Icon.tsx'

interface ExportButtonsProps {
  /** Saves the rows that the filter selects; rejects when it fails. */
  save: (kind: TableFileKind) => Promise<void>
}

/**
 * Buttons that save the rows of a list as a file, one for Excel and one for CSV; `save` receives `xlsx` or `csv`. All
 * are busy while one runs. A rejection is shown.
 */
export function ExportButtons({ save }: ExportButtonsProps) {
  const t = useTexts('common')
  const { isBusy, failure, run } = useSaving()
  return (
    <div className="flex flex-wrap items-center gap-3">
      {tableFileKinds.map((kind) => (
        <Button
          key={kind}
          size="small"
          isBusy={isBusy}
          icon={<Icon of={Download} size={16} />}
          onClick={() => void run(() => save(kind))}
        >
          {t(kind === 'xlsx' ? 'exportExcel' : 'exportCsv')}
        </Button>
      ))}
      {failure && <ErrorBox>{failure.message}</ErrorBox>}
    </div>
  )
}
