import { useEffect, useRef, useState } from 'react'
import type { EducationPart } from '#api/catalogue/education-parts/contract.ts'
import type { Education } from '#api/catalogue/educations/contract.ts'
import { api } from '../client/api.ts'
import { ownSaves } from '../editing/own-saves.ts'
import { type Failure, failureOf, useDraft } from '../editing/use-draft.ts'
import { toast } from '../ui/toast.ts'

interface Order {
  educationPartIds: readonly number[]
}

const orderOf = ({ educationPartIds }: Education): Order => ({ educationPartIds })

/** Every part that has been seen: one that somebody else has put in or taken away still has its name. */
function useKnownParts(education: Education) {
  const known = useRef(new Map<number, EducationPart>())
  const learn = ({ parts }: Education) => {
    for (const part of parts) known.current.set(part.id, part)
  }
  learn(education)
  return { learn, partOf: (id: number) => known.current.get(id) }
}

/**
 * The parts in their order. Each move is shown and saved at once; when somebody else has been there meanwhile it is
 * laid over what they have stored, and only when both have arranged the parts is the later asked.
 */
export function useArrangedParts(stored: Education) {
  const params = { id: stored.id }
  const [education, setEducation] = useState(stored)
  /** The question was put away: nothing is saved until somebody says so. */
  const [isHeld, setHeld] = useState(false)
  const told = useRef<Failure | null>(null)
  const { learn, partOf } = useKnownParts(education)
  /** Order and prerequisites are two forms of one education. */
  const [saveInTurn] = useState(ownSaves)
  /** What is being read may hold a part that the order on the screen does not know. */
  const [reading, setReading] = useState(0)
  const read = async () => {
    const found = await api('GET /Educations/:id', { params })
    learn(found)
    return found
  }
  const order = useDraft<Order, Education>({
    stored,
    draftOf: orderOf,
    save: ({ educationPartIds }, version) =>
      saveInTurn(version.lastChange, (lastChange) =>
        api('PUT /Educations/:id/educationParts', { params, query: { lastChange }, body: [...educationPartIds] }),
      ),
    reload: read,
    onSaved: setEducation,
  })
  const take = (found: Education) => {
    setEducation(found)
    order.take(found)
  }
  const reload = async () => {
    setReading((count) => count + 1)
    try {
      take(await read())
    } catch (error) {
      toast(failureOf(error).message, 'danger')
    } finally {
      setReading((count) => count - 1)
    }
  }
  const arrange = (educationPartIds: readonly number[]) => {
    setHeld(false)
    order.change({ educationPartIds })
  }
  /** Gives one's own order up for the one that is stored. */
  const giveUp = async () => {
    try {
      const found = await read()
      setEducation(found)
      order.begin(found)
      setHeld(false)
    } catch (error) {
      toast(failureOf(error).message, 'danger')
    }
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: what else is used follows from these.
  useEffect(() => {
    if (order.busy || !order.isDirty || order.conflict || isHeld || reading > 0) return
    if (!order.failure || order.failure === told.current) return void order.save()
    told.current = order.failure
    toast(order.failure.message, 'danger')
    order.begin(education)
    void giveUp()
  }, [order.busy, order.isDirty, order.conflict, order.failure, order.draft, isHeld, reading])
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
