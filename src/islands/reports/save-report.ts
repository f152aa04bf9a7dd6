import {
  courseAnswersFileName,
  failedBytes,
  type PeriodReport,
  participantsFileName,
} from '#api/office/reports/rules.ts'
import { api } from '../client/api.ts'
import { saveBlob } from '../client/save-blob.ts'
import { toReportQuery } from './report-query.ts'
import type { ReportSearch } from './reports-url.ts'

const nameIn = (response: Response) =>
  /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? null

/** Saves what was answered and tells its name; a file that is too small to be one is only logged (spec REPORT-07). */
async function save(response: Response, otherwise: string): Promise<string | null> {
  const blob = await response.blob()
  if (blob.size <= failedBytes) {
    console.error('Error during Report Excel generation')
    return null
  }
  const fileName = nameIn(response) ?? otherwise
  saveBlob(blob, fileName)
  return fileName
}

export async function saveReport(report: PeriodReport, search: ReportSearch): Promise<string | null> {
  return save(await api(`GET /reports/${report}`, { query: toReportQuery(search) }), `${report}.xlsx`)
}

/** The people on an occasion, or on a practical driver examination. */
export async function saveParticipants(id: number, kind: 'occasion' | 'exam'): Promise<string | null> {
  const query = { type: kind === 'exam' ? ('2' as const) : ('0' as const) }
  return save(await api('GET /reports/exportParticipants/:id', { params: { id }, query }), participantsFileName(id))
}

/** What people answered in the course of a digital part. */
export async function saveCourseAnswers(educationPartId: number): Promise<string | null> {
  const response = await api('GET /reports/CourseAnswers/:id', { params: { id: educationPartId } })
  return save(response, courseAnswersFileName(educationPartId))
}

/** A report that was made in the background. */
export async function saveReportFile(id: string, fileName: string): Promise<string | null> {
  return save(await api('GET /reports/files/:id', { params: { id } }), fileName)
}
