import { and, eq } from 'drizzle-orm'
import type { Actor } from '#api/actor.ts'
import { educationParts } from '#api/catalogue/education-parts/table.ts'
import { educations } from '#api/catalogue/educations/table.ts'
import type { Database } from '#platform/database.ts'
import type { DriverExamQuery } from './contract.ts'
import {
  aliased,
  examBookedCount,
  examinerName,
  isExamReadable,
  isRunBy,
  toExamConditions,
  toExamOrder,
} from './storage.ts'
import { driverExams } from './table.ts'

const columns = {
  title: driverExams.title,
  partTitle: aliased<string>(educationParts.title, 'exam_part_title'),
  educationTitle: aliased<string>(educations.title, 'exam_education_title'),
  startsAt: driverExams.startsAt,
  endsAt: driverExams.endsAt,
  city: driverExams.city,
  venue: driverExams.venue,
  examinerId: driverExams.examinerId,
  examinerName: aliased<string | null>(examinerName, 'exam_examiner_name'),
  bookedCount: aliased<number>(examBookedCount, 'exam_booked_count'),
  maxParticipants: driverExams.maxParticipants,
  feeMinor: driverExams.feeMinor,
  canceledAt: driverExams.canceledAt,
}

/**
 * Lists at most `limit` exams that match a filter and that the actor may read and runs, in the filter's order. The
 * actor runs an exam as manager of its education, its examiner or a responsible educator. Selects only what a file
 * shows: no description, checklist or responsible educators.
 */
export const listExamsToExport = (
  db: Database,
  actor: Actor,
  query: Omit<DriverExamQuery, 'page' | 'pageSize'>,
  limit: number,
) => {
  const filter = { ...query, page: 1, pageSize: limit }
  return db.query
    .select(columns)
    .from(driverExams)
    .innerJoin(educationParts, eq(educationParts.id, driverExams.educationPartId))
    .innerJoin(educations, eq(educations.id, driverExams.educationId))
    .where(and(...toExamConditions(filter), isExamReadable(actor), isRunBy(actor)))
    .orderBy(...toExamOrder(filter))
    .limit(limit)
}

export type ExportedExam = Awaited<ReturnType<typeof listExamsToExport>>[number]
