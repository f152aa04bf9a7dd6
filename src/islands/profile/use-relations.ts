import { useState } from 'react'
import type { ShownRelation } from '#api/office/profiles/contract.ts'
import type { GuardianRelation } from '#api/people/guardians/contract.ts'
import { api } from '../client/api.ts'
import { useTexts } from '../client/texts.tsx'
import { toFailure } from '../editing/use-draft.ts'
import { toast } from '../ui/toast.ts'

export type Direction = 'guardian' | 'ward'

export interface RelationsProps {
  person: { id: number; name: string }
  as: Direction
  relations: ShownRelation[]
  mayAdd: boolean
  /** Whether it is the reader's own profile. */
  own: boolean
}

/** Returns the ids of adult and child, from the profile of `personId`. */
const toPair = (as: Direction, personId: number, otherId: number) =>
  as === 'guardian' ? { adultUserId: otherId, childUserId: personId } : { adultUserId: personId, childUserId: otherId }

/**
 * State of a person's guardian links (`shown`) with their operations; `as` is what the other people are to `person`.
 * `confirm` and `remove` take the other person's link, one at a time, and toasts report their outcome; `busyWith` is
 * that person's id. `confirm` records a child's agreement where only that is allowed. `add` takes the other's id and
 * the relation, shows the new link or request, with a toast, and rejects when it is refused. `relations` is read once.
 */
export function useRelations({ person, as, relations }: RelationsProps) {
  const t = useTexts('profile')
  const [shown, setShown] = useState(relations)
  const [busyWith, setBusyWith] = useState<number | null>(null)
  const run = async (other: ShownRelation, write: () => Promise<ShownRelation[]>, textKey: string) => {
    if (busyWith !== null) return
    setBusyWith(other.userId)
    try {
      setShown(await write())
      toast(t(textKey, { name: other.name }))
    } catch (error) {
      toast(toFailure(error).message, 'danger')
    } finally {
      setBusyWith(null)
    }
  }
  /** Confirms a link, or records the child's agreement while another confirmation is missing. */
  const confirm = (other: ShownRelation) =>
    run(
      other,
      async () => {
        const body = toPair(as, person.id, other.userId)
        const link = await api('PUT /User/:id/guardian', { params: { id: person.id }, body })
        const { confirmed, childAgreed } = link
        const after = { ...other, confirmed, childAgreed, mayConfirm: false, mayAgree: false }
        return shown.map((one) => (one.userId === other.userId ? after : one))
      },
      other.mayConfirm ? 'relation.confirmed' : 'relation.agreed',
    )
  const remove = (other: ShownRelation) =>
    run(
      other,
      async () => {
        const { childUserId: id, adultUserId: guardianId } = toPair(as, person.id, other.userId)
        await api('DELETE /User/:id/guardian/:guardianId', { params: { id, guardianId } })
        return shown.filter(({ userId }) => userId !== other.userId)
      },
      'relation.removed',
    )
  const add = async (otherId: number, relation: GuardianRelation) => {
    const body = { ...toPair(as, person.id, otherId), relation }
    const link = await api('POST /User/:id/guardian', { params: { id: person.id }, body })
    const { name } = as === 'guardian' ? link.adult : link.child
    const { confirmed, childAgreed } = link
    const waitsFor = confirmed ? null : shown.some((one) => one.confirmed) ? ('guardian' as const) : ('office' as const)
    const standing = { confirmed, childAgreed, waitsFor, relation: link.relation }
    const relationRow = { userId: otherId, name, ...standing, mayConfirm: false, mayAgree: false, mayRemove: true }
    setShown([...shown.filter(({ userId }) => userId !== otherId), relationRow])
    toast(t(confirmed ? 'relation.added' : 'relation.requested', { name }))
  }
  return { shown, busyWith, confirm, remove, add }
}
