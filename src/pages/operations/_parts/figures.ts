import type { Operations } from '#api/office/operations/contract.ts'
import { clockRunsPerDay, maxDatabaseBytes } from '#api/office/operations/rules.ts'
import { formatBytes } from '#islands/ui/format-bytes.ts'
import { momentText } from '#locales/moments.ts'
import type { Translate } from '#locales/translate.ts'
import { formatDuration } from './durations.ts'

/** A figure of the operations screen. */
export interface Figure {
  name: string
  value: string
  note: string
  /** Page with the rows behind the figure. */
  href?: string
}

interface Reader {
  t: Translate
  language: string
}

const at = (moment: Date, language: string) => momentText(moment, 'moment', language)

function backupFigure({ isConfigured, last, missingFiles }: Operations['backup'], { t, language }: Reader): Figure {
  const name = t('figure.backup')
  if (!isConfigured) return { name, value: t('figure.backupOff'), note: t('figure.backupOffNote') }
  if (!last) return { name, value: t('figure.backupNever'), note: '' }
  const note = missingFiles > 0 ? t('figure.backupMissing', { count: missingFiles }) : t('figure.backupWhole')
  return { name, value: at(last, language), note }
}

function drillFigure(drill: Operations['drill'], { t, language }: Reader): Figure {
  const name = t('figure.drill')
  if (!drill) return { name, value: t('figure.drillNever'), note: '' }
  const day = momentText(new Date(`${drill.day}T12:00:00Z`), 'day', language)
  return { name, value: day, note: t('figure.drillMinutes', { count: drill.minutes }) }
}

/** Lists the figures of the operations screen, as texts in the reader's language. */
export function listFigures(report: Operations, reader: Reader): Figure[] {
  const { t, language } = reader
  const { total, queue, clock, mails, storage } = report
  const number = (value: number) => t('number', { value })
  const percent = Math.round((storage.databaseBytes / maxDatabaseBytes) * 1000) / 10
  return [
    {
      name: t('figure.requests'),
      value: number(total.requests),
      note: t('figure.requestsNote', { errors: total.errors }),
    },
    { name: t('figure.p95'), value: formatDuration(total.p95Ms, t), note: t('figure.p95Note') },
    {
      name: t('figure.queue'),
      value: number(queue.due),
      note: queue.oldestDue
        ? t('figure.queueOldest', { at: at(queue.oldestDue, language) })
        : t('figure.queueIdle', { running: queue.running }),
      href: '/hangfire',
    },
    {
      name: t('figure.clock'),
      value: number(clock.runs),
      note: t('figure.clockOf', { expected: clockRunsPerDay, failures: clock.failures }),
    },
    {
      name: t('figure.mails'),
      value: number(mails.failed),
      note: mails.oldestFailed
        ? t('figure.mailsOldest', { at: at(mails.oldestFailed, language) })
        : t('figure.mailsNone'),
      href: '/outbox?state=failed',
    },
    {
      name: t('figure.database'),
      value: formatBytes(storage.databaseBytes, language),
      note: t('figure.databaseOf', { percent, limit: formatBytes(maxDatabaseBytes, language) }),
    },
    {
      name: t('figure.files'),
      value: formatBytes(storage.fileBytes, language),
      note: t('figure.filesCount', { count: storage.files }),
    },
    backupFigure(report.backup, reader),
    drillFigure(report.drill, reader),
  ]
}
