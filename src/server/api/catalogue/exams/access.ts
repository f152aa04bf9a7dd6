import { type Actor, isEducatorLevel, isSuperadministrator } from '#api/actor.ts'

interface Examined {
  examinerId: number
  responsibleIds: readonly number[]
}

type Person = Pick<Actor, 'id' | 'roles'>

const isNamed = (actor: Person, { examinerId, responsibleIds }: Examined) =>
  examinerId === actor.id || responsibleIds.includes(actor.id)

/** Judges drivers: the examiner, or one of those named beside (spec G-071). Whoever only manages the education does not. */
export const mayExamine = (actor: Person, exam: Examined): boolean =>
  isSuperadministrator(actor) || (isEducatorLevel(actor) && isNamed(actor, exam))
