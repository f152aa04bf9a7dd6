import { type Actor, isEducatorLevel, isSuperadministrator } from '#api/actor.ts'

interface ExamStaff {
  examinerId: number
  responsibleIds: readonly number[]
}

type Person = Pick<Actor, 'id' | 'roles'>

const isExaminer = (actor: Person, { examinerId, responsibleIds }: ExamStaff) =>
  examinerId === actor.id || responsibleIds.includes(actor.id)

/**
 * Whether the actor may examine drivers: superadministrators, and the exam's examiner and responsible people while they
 * are educators or above (spec G-071). An administrator who only manages the education may not.
 */
export const mayExamine = (actor: Person, exam: ExamStaff): boolean =>
  isSuperadministrator(actor) || (isEducatorLevel(actor) && isExaminer(actor, exam))
