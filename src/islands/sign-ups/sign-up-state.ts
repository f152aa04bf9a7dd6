import { atom } from 'nanostores'
import type { EducationPartResult } from '#api/participation/results/contract.ts'
import type { SignUpOffer } from '#api/participation/sign-ups/contract.ts'
import { listUnansweredQuestions } from '#api/participation/sign-ups/rules.ts'
import type { Translate } from '#locales/translate.ts'
import { ApiError } from '../client/api-error.ts'
import type { FieldProblem } from '../ui/error-summary-look.ts'

/** Form values of one person's sign-up. */
export interface SignUpForm {
  /** Typed answers by the id of their question. */
  answers: Record<number, string>
  /** The guardian who comes along; null until one of several is chosen. */
  guardianUserId: number | null
  /** The club that gets the invoice. */
  invoiceRecipientId: number | null
  /** Null until one of several is chosen. */
  method: PaymentMethod | null
  /** Whether the terms of purchase are accepted, for a payment by card. */
  acceptsTerms: boolean
}

export type PaymentMethod = 'card' | 'invoice'

export interface SignUpState {
  open: boolean
  /** Null for a part without occasions. */
  occasionId: number | null
  offer: SignUpOffer | null
  form: SignUpForm
  saving: boolean
  problems: readonly FieldProblem[]
  /** Number of attempts that the form itself refused; the list of errors takes the focus at a new one. */
  attempts: number
  /** Text of the server's refusal. */
  refusal: string | null
}

export interface SignUpCalls {
  offer: (occasionId: number | null) => Promise<SignUpOffer>
  send: (occasionId: number | null, form: SignUpForm, offer: SignUpOffer) => Promise<EducationPartResult | undefined>
  /** Starts a payment by card and leaves the page for it. */
  pay?: (occasionId: number | null, form: SignUpForm, offer: SignUpOffer) => Promise<void>
  /** A child reserves the seat and asks its guardians to pay. */
  request?: (occasionId: number | null, form: SignUpForm, offer: SignUpOffer) => Promise<void>
  /** Checks the forms of others who are signed up at the same time, and returns whether all are filled in. */
  areOthersReady?: (form: SignUpForm, offer: SignUpOffer) => boolean
  done: (result: EducationPartResult) => void
  /** Called when the dialog closes after the server has refused the sign-up: what the page shows is out of date. */
  outdated?: () => void
}

type LoadedOffer = Pick<SignUpState, 'occasionId'> & { offer: SignUpOffer }

export const emptyForm: SignUpForm = {
  answers: {},
  guardianUserId: null,
  invoiceRecipientId: null,
  method: null,
  acceptsTerms: false,
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : 'An unknown error occured.')

/**
 * Converts the typed answers to the input of the call; trims them and leaves out empty ones. A question with `sameAs`
 * gets the answer to that question.
 */
export const toAnswers = ({ answers }: SignUpForm, { questions }: SignUpOffer) =>
  questions.flatMap(({ id, sameAs = id }) => {
    const answer = answers[sameAs]?.trim()
    return answer ? [{ questionId: id, answer }] : []
  })

/** Lists the payment methods of an offer, the card first; none when there is no fee. */
export function listMethods({ fee, mayPayByCard, mayBeInvoiced }: SignUpOffer): PaymentMethod[] {
  if (fee === 0) return []
  return [...(mayPayByCard ? (['card'] as const) : []), ...(mayBeInvoiced ? (['invoice'] as const) : [])]
}

/**
 * Returns the chosen payment method; a single one needs no choice. Null without a fee or a method, or while none of
 * several is chosen.
 */
export function chosenMethod(form: SignUpForm, offer: SignUpOffer): PaymentMethod | null {
  const methods = listMethods(offer)
  return methods.length > 1 ? form.method : (methods[0] ?? null)
}

/** Whether a guardian is asked to pay the fee. */
export const isAskedOfGuardian = (offer: SignUpOffer) => offer.fee > 0 && offer.isPaidByGuardian

/** Whether there is a fee and no way to pay it; a fee that a guardian is asked to pay does not count. */
export const lacksPaymentMethod = (offer: SignUpOffer) =>
  offer.fee > 0 && !offer.isPaidByGuardian && listMethods(offer).length === 0

function validatePayment(form: SignUpForm, offer: SignUpOffer): FieldProblem[] {
  if (listMethods(offer).length === 0) return []
  const method = chosenMethod(form, offer)
  if (!method) return [{ name: 'method', message: 'methodMissing' }]
  if (method === 'card') return form.acceptsTerms ? [] : [{ name: 'terms', message: 'termsMissing' }]
  return form.invoiceRecipientId ? [] : [{ name: 'recipient', message: 'recipientMissing' }]
}

/**
 * Lists what is missing before the form can be sent, in the order of the fields: required answers, the guardian, the
 * payment method, and its terms or recipient. Each has the field's `name` and a text key of `sign-ups` as `message`. A
 * single guardian or payment method needs no choice.
 */
export function validateSignUp(form: SignUpForm, offer: SignUpOffer): FieldProblem[] {
  const unanswered = listUnansweredQuestions(offer.questions, toAnswers(form, offer))
  return [
    ...unanswered
      .filter((id) => !offer.questions.some((question) => question.id === id && question.sameAs))
      .map((id) => ({ name: `question-${id}`, message: 'answerMissing' })),
    ...(offer.mustHaveGuardian && offer.guardians.length > 1 && !form.guardianUserId
      ? [{ name: 'guardian', message: 'guardianMissing' }]
      : []),
    ...validatePayment(form, offer),
  ]
}

/** Formats a problem for the list of errors, in texts of `sign-ups`; the text of a question stands before its error. */
export function problemText({ name, message }: FieldProblem, offer: SignUpOffer | null, t: Translate): string {
  const question = offer?.questions.find(({ id }) => name === `question-${id}`)
  return [question?.text, t(message)].filter(Boolean).join(' ')
}

/** Fields that the main person fills in for everybody. */
const sharedFields = ['method', 'terms']

/** Lists what keeps somebody from being signed up beside the main person; a problem without a name has no field. */
function validateCompanion(form: SignUpForm, offer: SignUpOffer | null, mainPays: boolean): FieldProblem[] {
  if (!offer) return [{ name: '', message: 'companionLoading' }]
  if (!offer.allowed) return [{ name: '', message: 'notPossible' }]
  if (!mainPays && listMethods(offer).length > 0) return [{ name: '', message: 'companionPaysAlone' }]
  return validateSignUp(form, offer).filter(({ name }) => !sharedFields.includes(name))
}

/** Fills in a single organisation or guardian; earlier input stays when the occasion changes. */
const withDefaults = (form: SignUpForm, offer: SignUpOffer): SignUpForm => ({
  ...form,
  guardianUserId: form.guardianUserId ?? (offer.guardians.length === 1 ? (offer.guardians[0]?.id ?? null) : null),
  invoiceRecipientId:
    form.invoiceRecipientId ?? (offer.invoiceRecipients.length === 1 ? (offer.invoiceRecipients[0]?.id ?? null) : null),
})

/**
 * Creates the state of a sign-up dialog: opened, filled in (`change`, `answer`), sent. Its functions never reject.
 *
 * `choose` opens it for an occasion and loads its offer. `send` validates the form, and those of companions by
 * `areOthersReady`, and then asks a guardian to pay, starts a card payment or signs up, by the offer. A refusal leaves
 * the input in place and allows another attempt. After a success nothing more is sent, so `done`, `pay` and `request`
 * must leave the page. `validate` checks the form of a companion with the fields that the first person has filled in.
 *
 * @param loaded - The offer of a form that is open from the start; without it `choose` opens and loads one.
 */
export function createSignUpState(calls: SignUpCalls, loaded?: LoadedOffer) {
  const $state = atom<SignUpState>({
    open: loaded !== undefined,
    occasionId: loaded?.occasionId ?? null,
    offer: loaded?.offer ?? null,
    form: loaded ? withDefaults(emptyForm, loaded.offer) : emptyForm,
    saving: false,
    problems: [],
    attempts: 0,
    refusal: null,
  })
  let isOutdated = false
  const set = (change: Partial<SignUpState>) => $state.set({ ...$state.get(), ...change })

  let choices = 0

  async function choose(occasionId: number | null) {
    choices += 1
    const choice = choices
    set({ open: true, occasionId, offer: null, problems: [], refusal: null })
    try {
      const offer = await calls.offer(occasionId)
      // A late answer to an earlier choice is ignored, also one about the same occasion and another person.
      if (choice === choices) set({ offer, problems: [], form: withDefaults($state.get().form, offer) })
    } catch (error) {
      if (choice === choices) set({ refusal: messageOf(error) })
    }
  }

  async function send() {
    const { offer, form, occasionId, saving } = $state.get()
    if (!offer || saving) return
    const problems = validateSignUp(form, offer)
    set({ problems, refusal: null })
    const areOthersReady = calls.areOthersReady?.(form, offer) ?? true
    if (problems.length > 0 || !areOthersReady) return set({ attempts: $state.get().attempts + 1 })
    set({ saving: true })
    try {
      if (calls.request && isAskedOfGuardian(offer)) return await calls.request(occasionId, form, offer)
      if (calls.pay && chosenMethod(form, offer) === 'card') return await calls.pay(occasionId, form, offer)
      const result = await calls.send(occasionId, form, offer)
      if (result) calls.done(result)
    } catch (error) {
      isOutdated ||= error instanceof ApiError && error.status === 409
      set({ saving: false, refusal: messageOf(error) })
    }
  }

  /** Stores the input, and takes away each error that it mends. New errors wait for the next attempt. */
  function revise(form: SignUpForm) {
    const { offer, problems } = $state.get()
    const remainingNames = offer && problems.length > 0 ? validateSignUp(form, offer).map(({ name }) => name) : []
    set({ form, problems: problems.filter(({ name }) => remainingNames.includes(name)) })
  }

  /**
   * Checks the form with what is shared with the main person, and returns whether nothing is missing; its problems are
   * shown. Without `mainPays` the main person is asked for no payment method, and nobody can pay along.
   */
  function validate(shared: Partial<SignUpForm>, mainPays: boolean): boolean {
    const { offer, form: own } = $state.get()
    const form = { ...own, ...shared }
    const problems = validateCompanion(form, offer, mainPays)
    set({ form, problems })
    return problems.length === 0
  }

  return {
    $state,
    choose,
    validate,
    send,
    close: () => {
      set({ open: false })
      if (isOutdated) calls.outdated?.()
    },
    change: (change: Partial<SignUpForm>) => revise({ ...$state.get().form, ...change }),
    answer: (questionId: number, answer: string) => {
      const { form } = $state.get()
      revise({ ...form, answers: { ...form.answers, [questionId]: answer } })
    },
  }
}
export type SignUpStore = ReturnType<typeof createSignUpState>
