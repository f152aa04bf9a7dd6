import { courseAnswersFileName, maxFailedBytes, type PeriodReport } from '#api/office/reports/rules.ts'
import { api } from '../client/api.ts'
import { saveBlob } from '../client/save-blob.ts'
import { toReportQuery } from './report-query.ts'
import type { ReportSearch } from './reports-url.ts'

const readFileName = (response: Response) =>
  /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? null

/** Saves a report and returns its file name. Logs a file that is too small and returns null (spec REPORT-07). */
async function save(response: Response, fallbackName: string): Promise<string | null> {
  const blob = await response.blob()
  if (blob.size <= maxFailedBytes) {
    console.error('Error during Report Excel generation')
    return null
  }
  const fileName = readFileName(response) ?? fallbackName
  saveBlob(blob, fileName)
  return fileName
}

/**
 * Creates a report of the period in the search, saves it as a file through the browser and returns its name; null, with
 * an entry in the console, when the file is too small to be a report. Rejects when the call fails.
 */
export async function saveReport(report: PeriodReport, search: ReportSearch): Promise<string | null> {
  return save(await api(`GET /reports/${report}`, { query: toReportQuery(search) }), `${report}.xlsx`)
}

/**
 * Saves the people on an occasion or an exam as a file and returns its name. Null when the file is too small to be a
 * report. Rejects when the call fails.
 */
export async function saveParticipants(id: number, kind: 'occasion' | 'exam'): Promise<string | null> {
  const query = { type: kind === 'exam' ? ('2' as const) : ('0' as const) }
  return save(await api('GET /reports/exportParticipants/:id', { params: { id }, query }), `deltagare-${id}.xlsx`)
}

/**
 * Saves the answers in the course of a digital part as a file and returns its name. Null when the file is too small to
 * be a report. Rejects when the call fails.
 */
export async function saveCourseAnswers(educationPartId: number): Promise<string | null> {
  const response = await api('GET /reports/CourseAnswers/:id', { params: { id: educationPartId } })
  return save(response, courseAnswersFileName(educationPartId))
}

/**
 * Saves a report that was created in the background and returns its file name, by default `fileName`; null when the
 * file is too small to be a report. Rejects when the call fails.
 */
export async function saveReportFile(id: string, fileName: string): Promise<string | null> {
  return save(await api('GET /reports/files/:id', { params: { id } }), fileName)
}
