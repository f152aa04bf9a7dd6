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

type FigureContent = Omit<Figure, 'name'>

function showBackup(
  { isConfigured, last, missingFiles }: NonNullable<Operations['backup']>,
  reader: Reader,
): FigureContent {
  const { t, language } = reader
  if (!isConfigured) return { value: t('figure.backupOff'), note: t('figure.backupOffNote') }
  if (!last) return { value: t('figure.backupNever'), note: '' }
  const note = missingFiles > 0 ? t('figure.backupMissing', { count: missingFiles }) : t('figure.backupWhole')
  return { value: at(last, language), note }
}

function showDrill(drill: Operations['drill'], { t, language }: Reader): FigureContent {
  if (!drill) return { value: t('figure.drillNever'), note: '' }
  const day = momentText(new Date(`${drill.day}T12:00:00Z`), 'day', language)
  return { value: day, note: t('figure.drillMinutes', { count: drill.minutes }) }
}

function showFiles(files: Operations['files'], { t, language }: Reader): FigureContent {
  if (!files) return { value: t('figure.filesNever'), note: t('figure.filesNeverNote') }
  const { count, bytes, measured } = files
  return {
    value: formatBytes(bytes, language),
    note: t('figure.filesCount', { count, at: at(measured, language) }),
  }
}

function showDatabase(bytes: number, { t, language }: Reader): FigureContent {
  const percent = Math.round((bytes / maxDatabaseBytes) * 1000) / 10
  const note = t('figure.databaseOf', { percent, limit: formatBytes(maxDatabaseBytes, language) })
  return { value: formatBytes(bytes, language), note }
}

function showQueue(
  { due, running, oldestDue }: NonNullable<Operations['queue']>,
  { t, language }: Reader,
): FigureContent {
  const note = oldestDue ? t('figure.queueOldest', { at: at(oldestDue, language) }) : t('figure.queueIdle', { running })
  return { value: t('number', { value: due }), note, href: '/hangfire' }
}

function showMails({ failed, oldestFailed }: NonNullable<Operations['mails']>, { t, language }: Reader): FigureContent {
  const note = oldestFailed ? t('figure.mailsOldest', { at: at(oldestFailed, language) }) : t('figure.mailsNone')
  return { value: t('number', { value: failed }), note, href: '/outbox?state=failed' }
}

/**
 * Lists the figures of the operations screen in a fixed order, as texts in the reader's language. One that could not be
 * read has a dash and a note that says so.
 */
export function listFigures(report: Operations, reader: Reader): Figure[] {
  const { t } = reader
  const { requests, queue, clock, mails, databaseBytes, files, backup, drill, unread } = report
  const total = requests?.total
  const number = (value: number) => t('number', { value })
  const figure = (name: string, shown: FigureContent | null | undefined): Figure => ({
    name: t(`figure.${name}`),
    ...(shown ?? { value: '–', note: t('unread') }),
  })
  return [
    figure(
      'requests',
      total && { value: number(total.requests), note: t('figure.requestsNote', { errors: total.errors }) },
    ),
    figure('p95', total && { value: formatDuration(total.p95Ms, t), note: t('figure.p95Note') }),
    figure('queue', queue && showQueue(queue, reader)),
    figure(
      'clock',
      clock && {
        value: number(clock.runs),
        note: t('figure.clockOf', { expected: clockRunsPerDay, failures: clock.failures }),
      },
    ),
    figure('mails', mails && showMails(mails, reader)),
    figure('database', databaseBytes === null ? null : showDatabase(databaseBytes, reader)),
    figure('files', unread.includes('files') ? null : showFiles(files, reader)),
    figure('backup', backup && showBackup(backup, reader)),
    figure('drill', unread.includes('drill') ? null : showDrill(drill, reader)),
  ]
}
