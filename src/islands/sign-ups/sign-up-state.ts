import { atom } from 'nanostores'
import type { EducationPartResult } from '#api/participation/results/contract.ts'
import type { SignUpOffer } from '#api/participation/sign-ups/contract.ts'
import { unansweredQuestions } from '#api/participation/sign-ups/rules.ts'
import type { FieldProblem } from '../ui/error-summary-look.ts'

export interface SignUpForm {
  answers: Record<number, string>
  guardianUserId: number | null
  invoiceRecipientId: number | null
  method: PayingMethod | null
  acceptsTerms: boolean
}

export type PayingMethod = 'card' | 'invoice'

export interface SignUpState {
  open: boolean
  /** Null for a part that is taken without occasions. */
  occasionId: number | null
  offer: SignUpOffer | null
  form: SignUpForm
  saving: boolean
  problems: readonly FieldProblem[]
  /** Why the server said no, in the reader's words. */
  refusal: string | null
}

export interface SignUpCalls {
  offer: (occasionId: number | null) => Promise<SignUpOffer>
  send: (occasionId: number | null, form: SignUpForm, offer: SignUpOffer) => Promise<EducationPartResult | undefined>
  /** Begins a payment by card, and leaves the page for it. */
  pay?: (occasionId: number | null, form: SignUpForm, offer: SignUpOffer) => Promise<void>
  done: (result: EducationPartResult) => void
}

export const emptyForm: SignUpForm = {
  answers: {},
  guardianUserId: null,
  invoiceRecipientId: null,
  method: null,
  acceptsTerms: false,
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : 'An unknown error occured.')

export const answersOf = ({ answers }: SignUpForm, { questions }: SignUpOffer) =>
  questions.flatMap(({ id }) => {
    const answer = answers[id]?.trim()
    return answer ? [{ questionId: id, answer }] : []
  })

/** How what is offered can be paid; nothing where it costs nothing. */
export function methodsOf({ fee, mayPayByCard, mayBeInvoiced }: SignUpOffer): PayingMethod[] {
  if (fee === 0) return []
  return [...(mayPayByCard ? (['card'] as const) : []), ...(mayBeInvoiced ? (['invoice'] as const) : [])]
}

/** The only way there is needs no choosing. */
export function methodIn(form: SignUpForm, offer: SignUpOffer): PayingMethod | null {
  const methods = methodsOf(offer)
  return methods.length > 1 ? form.method : (methods[0] ?? null)
}

/** It costs, and there is no way to pay. */
export const awaitsPayment = (offer: SignUpOffer) => offer.fee > 0 && methodsOf(offer).length === 0

function problemsOfPaying(form: SignUpForm, offer: SignUpOffer): FieldProblem[] {
  if (methodsOf(offer).length === 0) return []
  const method = methodIn(form, offer)
  if (!method) return [{ name: 'method', message: 'methodMissing' }]
  if (method === 'card') return form.acceptsTerms ? [] : [{ name: 'terms', message: 'termsMissing' }]
  return form.invoiceRecipientId ? [] : [{ name: 'recipient', message: 'recipientMissing' }]
}

/** What is missing before the server is asked; text keys by field. */
export function problemsOf(form: SignUpForm, offer: SignUpOffer): FieldProblem[] {
  const unanswered = unansweredQuestions(offer.questions, answersOf(form, offer))
  return [
    ...unanswered.map((id) => ({ name: `question-${id}`, message: 'answerMissing' })),
    ...(offer.mustHaveGuardian && offer.guardians.length > 1 && !form.guardianUserId
      ? [{ name: 'guardian', message: 'guardianMissing' }]
      : []),
    ...problemsOfPaying(form, offer),
  ]
}

/** Only one club or one guardian to choose is chosen already; what was typed stays when the occasion changes. */
const formFor = (form: SignUpForm, offer: SignUpOffer): SignUpForm => ({
  ...form,
  guardianUserId: form.guardianUserId ?? (offer.guardians.length === 1 ? (offer.guardians[0]?.id ?? null) : null),
  invoiceRecipientId:
    form.invoiceRecipientId ?? (offer.invoiceRecipients.length === 1 ? (offer.invoiceRecipients[0]?.id ?? null) : null),
})

/** The dialog of one sign-up: opened, filled in, sent; a refusal keeps everything that was typed. */
export function signUpState(calls: SignUpCalls) {
  const $state = atom<SignUpState>({
    open: false,
    occasionId: null,
    offer: null,
    form: emptyForm,
    saving: false,
    problems: [],
    refusal: null,
  })
  const set = (change: Partial<SignUpState>) => $state.set({ ...$state.get(), ...change })

  async function choose(occasionId: number | null) {
    set({ open: true, occasionId, offer: null, problems: [], refusal: null })
    try {
      const offer = await calls.offer(occasionId)
      // A slower answer about an occasion left meanwhile says nothing any more.
      if ($state.get().occasionId === occasionId) set({ offer, form: formFor($state.get().form, offer) })
    } catch (error) {
      set({ refusal: messageOf(error) })
    }
  }

  async function send() {
    const { offer, form, occasionId, saving } = $state.get()
    if (!offer || saving) return
    const problems = problemsOf(form, offer)
    set({ problems, refusal: null })
    if (problems.length > 0) return
    set({ saving: true })
    try {
      if (calls.pay && methodIn(form, offer) === 'card') return await calls.pay(occasionId, form, offer)
      const result = await calls.send(occasionId, form, offer)
      if (result) calls.done(result)
    } catch (error) {
      set({ saving: false, refusal: messageOf(error) })
    }
  }

  return {
    $state,
    choose,
    send,
    close: () => set({ open: false }),
    change: (change: Partial<SignUpForm>) => set({ form: { ...$state.get().form, ...change } }),
    answer: (questionId: number, answer: string) => {
      const { form } = $state.get()
      set({ form: { ...form, answers: { ...form.answers, [questionId]: answer } } })
    },
  }
}
export type SignUpStore = ReturnType<typeof signUpState>
