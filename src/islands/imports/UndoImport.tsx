import { useState } from 'react'
import type { ImportBatch, ImportUndo } from '#api/office/imports/contract.ts'
import { momentText } from '#locales/moments.ts'
import { useLanguage, useTexts } from '../client/texts.tsx'
import { Button } from '../ui/Button.tsx'
import { Confirm } from '../ui/Confirm.tsx'
import { InfoBox } from '../ui/InfoBox.tsx'
import { Progress } from '../ui/Progress.tsx'
import type { ImportState } from './use-import.ts'

function KeptResults({ undo: { changed, kept } }: { undo: ImportUndo }) {
  const t = useTexts('imports')
  if (changed === 0) return null
  return (
    <InfoBox tone="warning">
      <p>{t('undoKeeps', { count: changed })}</p>
      <ul className="mt-1 list-disc pl-5">
        {kept.map(({ row, userId, name, education }) => (
          <li key={row}>
            <a href={`/profile/${userId}`} className="underline underline-offset-3">
              {t('undoKept', { row, name, education })}
            </a>
          </li>
        ))}
      </ul>
    </InfoBox>
  )
}

interface UndoProps {
  batch: ImportBatch
  importing: ImportState
}

function UndoButton({ undo, batch, importing }: UndoProps & { undo: ImportUndo }) {
  const t = useTexts('imports')
  const [isAsking, setAsks] = useState(false)
  return (
    <div>
      <Button disabled={undo.state === 'possible' && undo.results === 0} onClick={() => setAsks(true)}>
        {t('undo')}
      </Button>
      <Confirm
        open={isAsking}
        question={t('undoQuestion', { count: undo.results })}
        action={t('undo')}
        isDangerous
        onConfirm={() => {
          setAsks(false)
          void importing.undo(batch.id)
        }}
        onCancel={() => setAsks(false)}
      />
    </div>
  )
}

/**
 * The undo of the latest import: until when it can be pressed and, before the press, how many results it removes and
 * which it leaves. While it runs a bar, and afterwards how many are removed. Nothing when the time is over.
 */
export function UndoImport({ batch, importing }: UndoProps) {
  const t = useTexts('imports')
  const language = useLanguage()
  const { undo } = batch
  if (!undo || (undo.state === 'possible' && !undo.until)) return null
  return (
    <div className="grid gap-3">
      {undo.state === 'undone' && <InfoBox tone="success">{t('undone', { count: undo.results })}</InfoBox>}
      {undo.isStopped && <InfoBox tone="warning">{t('undoStopped')}</InfoBox>}
      {undo.state === 'undoing' && !undo.isStopped && (
        <div role="status">
          <Progress label={t('undoing')} />
        </div>
      )}
      <KeptResults undo={undo} />
      {undo.until && (
        <p className="text-sm text-muted">{t('undoUntil', { day: momentText(undo.until, 'day', language) })}</p>
      )}
      {(undo.state === 'possible' || undo.isStopped) && <UndoButton undo={undo} batch={batch} importing={importing} />}
    </div>
  )
}
