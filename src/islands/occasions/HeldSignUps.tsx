import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { island, useTexts } from '../client/texts.tsx'
import { ConnectionState } from '../offline/ConnectionState.tsx'
import { Button } from '../ui/Button.tsx'
import { ErrorBox } from '../ui/ErrorBox.tsx'
import { UndoBar } from '../ui/UndoBar.tsx'
import { createHeldSignUps, type HeldSignUp, listUndoable } from './held-sign-ups.ts'
import { findNearestVisible } from './nearest-visible.ts'
import type { ResultMutations } from './result-queue.ts'

interface HeldProps {
  /** Id of the form with the sign-ups, whose rows have `data-sign-up` with the id of the result. */
  formId: string
  signUps: HeldSignUp[]
  userId: number
  /** Number of sign-ups that wait, on all pages. */
  total: number
}

/** Lists the sign-ups of the pressed button of a form, or all that are ticked. */
function listPressed(form: HTMLFormElement, button: HTMLButtonElement, signUps: readonly HeldSignUp[]): HeldSignUp[] {
  const values = button.value === 'chosen' ? new FormData(form).getAll('chosen').map(String) : [button.value]
  return signUps.filter(({ resultId, userId }) => values.includes(`${resultId}:${userId}`))
}

/** Decides by the form's buttons in the browser; a form without a chosen row is sent to the server, which says so. */
function useForm(formId: string, decide: (form: HTMLFormElement, button: HTMLButtonElement) => boolean) {
  useEffect(() => {
    const form = document.getElementById(formId)
    if (!(form instanceof HTMLFormElement)) return
    const submit = (event: SubmitEvent) => {
      if (event.submitter instanceof HTMLButtonElement && decide(form, event.submitter)) event.preventDefault()
    }
    form.addEventListener('submit', submit)
    form.dataset['held'] = ''
    return () => form.removeEventListener('submit', submit)
  }, [formId, decide])
}

/**
 * Moves the focus from a hidden row to the same control of the nearest visible row, or else to the heading of the page.
 * A link of the row has no name; the first button takes its place.
 */
function moveFocus(rows: readonly HTMLElement[], focused: Element | null) {
  const index = rows.findIndex((row) => row.contains(focused))
  if (!focused || !rows[index]?.hidden) return
  const name = focused.getAttribute('name')
  const control = name === null ? 'button' : `[name="${name}"]`
  const target = findNearestVisible(rows, index)?.querySelector<HTMLElement>(control)
  if (target) return target.focus()
  const heading = document.querySelector<HTMLElement>('main h1')
  heading?.setAttribute('tabindex', '-1')
  heading?.focus()
}

/** Hides the rows of sign-ups whose decision waits or is saved, and shows how many are left. */
function useRows({ formId, signUps, total }: HeldProps, queued: ResultMutations) {
  const t = useTexts('worklist')
  const [settledIds, setSettledIds] = useState<ReadonlySet<number>>(new Set())
  const waiting = queued.filter(({ refusal }) => refusal === undefined)
  const key = JSON.stringify([...new Set([...settledIds, ...waiting.map(({ resultId }) => resultId)])])
  useEffect(() => {
    const hiddenIds = new Set<number>(JSON.parse(key) as number[])
    const form = document.getElementById(formId)
    const rows = [...(form?.querySelectorAll<HTMLElement>('[data-sign-up]') ?? [])]
    // A browser may move the focus to the body as soon as its row is hidden.
    const focused = document.activeElement
    for (const row of rows) {
      row.hidden = hiddenIds.has(Number(row.dataset['signUp']))
      const box = row.querySelector('input')
      if (row.hidden && box) box.checked = false
    }
    moveFocus(rows, focused)
    const left = total - signUps.filter(({ resultId }) => hiddenIds.has(resultId)).length
    form?.querySelector('[data-count]')?.replaceChildren(t('approvals.count', { count: left }))
  }, [formId, key, signUps, t, total])
  return (ids: readonly number[]) => setSettledIds((now) => new Set([...now, ...ids]))
}

function Held(props: HeldProps) {
  const { formId, signUps, userId } = props
  const t = useTexts('worklist')
  const [state] = useState(() => createHeldSignUps(userId))
  const queued = useStore(state.$queued)
  const last = useStore(state.$last)
  const reachable = useStore(state.$reachable)
  const settle = useRows(props, queued)
  const own = queued.filter(({ resultId }) => signUps.some((one) => one.resultId === resultId))
  const refused = own.filter(({ refusal }) => refusal !== undefined)
  const undoable = listUndoable(last, queued)
  useEffect(() => state.keepSending(), [state])
  useEffect(() => {
    // A decision that leaves the queue under way was answered; one that leaves it before was undone.
    let before = state.$queued.get()
    return state.$queued.listen((now) => {
      const ids = new Set(now.map(({ id }) => id))
      const sent = before.filter(
        ({ id, batch, refusal }) => batch !== undefined && refusal === undefined && !ids.has(id),
      )
      if (sent.length > 0) settle(sent.map(({ resultId }) => resultId))
      before = now
    })
  })
  const [decide] = useState(() => (form: HTMLFormElement, button: HTMLButtonElement) => {
    const pressed = listPressed(form, button, signUps)
    if (pressed.length > 0) state.decide(pressed, button.name === 'approve')
    return pressed.length > 0
  })
  useForm(formId, decide)
  const [first] = undoable
  const who = signUps.find(({ resultId }) => resultId === first?.resultId)?.userName ?? ''
  const text =
    undoable.length > 1
      ? t(`approvals.heldSeveral.${first?.field}`, { count: undoable.length })
      : first && t(`approvals.held.${first.field}`, { name: who })
  const names = signUps.filter(({ resultId }) => refused.some((one) => one.resultId === resultId))
  return (
    <>
      <ConnectionState
        waiting={own.length - refused.length}
        reachable={reachable}
        onSend={() => void state.send(true)}
        namespace="worklist"
      />
      {refused.length > 0 && (
        <ErrorBox
          title={t('approvals.refused', { names: names.map(({ userName }) => userName).join(', ') })}
          actions={<Button onClick={() => refused.forEach(state.dismiss)}>{t('approvals.refusedRead')}</Button>}
        >
          {refused[0]?.refusal}
        </ErrorBox>
      )}
      <UndoBar text={text ?? null} label={t('approvals.undo')} onUndo={state.undo} />
    </>
  )
}

/**
 * Decides about the sign-ups of a form in the browser: the press takes the row away, is held for eight seconds with
 * undo, and is then sent, as on the list of participants. Nothing is asked. A refused decision brings its row back and
 * is shown with the reason. Without a script the form asks before it declines.
 */
export const HeldSignUps = island(Held)
