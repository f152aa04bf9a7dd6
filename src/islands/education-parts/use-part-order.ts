import { useEffect, useRef, useState } from 'react'
import type { EducationPart } from '#api/catalogue/education-parts/contract.ts'
import type { Education } from '#api/catalogue/educations/contract.ts'
import { api } from '../client/api.ts'
import { createSaveQueue } from '../editing/save-queue.ts'
import { type Failure, toFailure, useDraft } from '../editing/use-draft.ts'
import { toast } from '../ui/toast.ts'

interface Order {
  educationPartIds: readonly number[]
}

const toOrder = ({ educationPartIds }: Education): Order => ({ educationPartIds })

/** Remembers every part that was loaded, so that parts which somebody else has added or removed still have a title. */
function usePartCache(education: Education) {
  const partCache = useRef(new Map<number, EducationPart>())
  const remember = ({ parts }: Education) => {
    for (const part of parts) partCache.current.set(part.id, part)
  }
  remember(education)
  return { learn: remember, partOf: (id: number) => partCache.current.get(id) }
}

/**
 * State of the parts in order. Each move is shown and saved at once; a refused one is reported in a toast and taken
 * back. A save by somebody else is merged; only when both have changed the order, the second person is asked.
 *
 * `education` has the parts in the shown order. `arrange` changes it, `take` brings a newer version, `reload` fetches
 * one and `giveUp` replaces the order by the stored one; a failure of these two is a toast. `form` is that of
 * `useDraft`, for the conflict dialog. `isHeld`: the person has closed that dialog, and nothing is saved until the next
 * move. `partOf` finds a part that was ever loaded, also a removed one. `saveInTurn` runs other saves of the education
 * after these.
 */
export function usePartOrder(stored: Education) {
  const params = { id: stored.id }
  const [education, setEducation] = useState(stored)
  /** True when the person has closed the conflict dialog without a choice; nothing is saved until then. */
  const [isHeld, setHeld] = useState(false)
  const reportedFailure = useRef<Failure | null>(null)
  const { learn, partOf } = usePartCache(education)
  /** Order and prerequisites are two forms over one education, so their saves run one after another. */
  const [saveInTurn] = useState(createSaveQueue)
  /**
   * Number of reads under way; they may return a part that the shown order lacks, so nothing is saved until they end.
   */
  const [reading, setReading] = useState(0)
  const read = async () => {
    const loaded = await api('GET /Educations/:id', { params })
    learn(loaded)
    return loaded
  }
  const order = useDraft<Order, Education>({
    stored,
    draftOf: toOrder,
    save: ({ educationPartIds }, version) =>
      saveInTurn(version.lastChange, (lastChange) =>
        api('PUT /Educations/:id/educationParts', { params, query: { lastChange }, body: [...educationPartIds] }),
      ),
    reload: read,
    onSaved: setEducation,
  })
  const take = (loaded: Education) => {
    setEducation(loaded)
    order.rebase(loaded)
  }
  const reload = async () => {
    setReading((count) => count + 1)
    try {
      take(await read())
    } catch (error) {
      toast(toFailure(error).message, 'danger')
    } finally {
      setReading((count) => count - 1)
    }
  }
  const arrange = (educationPartIds: readonly number[]) => {
    setHeld(false)
    order.change({ educationPartIds })
  }
  /** Replaces the person's order with the stored one. */
  const giveUp = async () => {
    try {
      const loaded = await read()
      setEducation(loaded)
      order.reset(loaded)
      setHeld(false)
    } catch (error) {
      toast(toFailure(error).message, 'danger')
    }
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: all other values follow from these.
  useEffect(() => {
    if (order.isBusy || !order.isDirty || order.conflict || isHeld || reading > 0) return
    if (!order.failure || order.failure === reportedFailure.current) return void order.save()
    reportedFailure.current = order.failure
    toast(order.failure.message, 'danger')
    order.reset(education)
    void giveUp()
  }, [order.isBusy, order.isDirty, order.conflict, order.failure, order.draft, isHeld, reading])
  const ids = order.draft.educationPartIds
  const shown: Education = {
    ...education,
    educationPartIds: [...ids],
    parts: ids.flatMap((id) => partOf(id) ?? []),
  }
  const leaveConflict = () => {
    setHeld(true)
    order.leaveConflict()
  }
  return {
    education: shown,
    form: { ...order, leaveConflict },
    isHeld,
    partOf,
    saveInTurn,
    reload,
    take,
    arrange,
    giveUp,
  }
}
