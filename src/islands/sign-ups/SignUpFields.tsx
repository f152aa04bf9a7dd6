import { useStore } from '@nanostores/react'
import type { SignUpOffer } from '#api/participation/sign-ups/contract.ts'
import { useTexts } from '../client/texts.tsx'
import { RadioGroup } from '../ui/RadioGroup.tsx'
import { Select } from '../ui/Select.tsx'
import { TextArea } from '../ui/TextArea.tsx'
import { PaymentFields } from './PaymentFields.tsx'
import type { SignUpStore } from './sign-up-state.ts'

type Question = SignUpOffer['questions'][number]

interface QuestionFieldProps {
  question: Question
  store: SignUpStore
  prefix: string
}

function QuestionField({ question, store, prefix }: QuestionFieldProps) {
  const t = useTexts('sign-ups')
  const { form, problems } = useStore(store.$state)
  const name = `question-${question.id}`
  const problem = problems.find((one) => one.name === name)
  const shared = {
    name: `${prefix}${name}`,
    label: question.text,
    required: question.required,
    error: problem && t(problem.message),
  }
  const value = form.answers[question.id] ?? ''
  const answer = (text: string) => store.answer(question.id, text)
  if (question.type === 'text') {
    return (
      <TextArea {...shared} rows={2} maxLength={1000} value={value} onChange={(event) => answer(event.target.value)} />
    )
  }
  const choices =
    question.type === 'yesno'
      ? [
          { value: 'yes', label: t('yes') },
          { value: 'no', label: t('no') },
        ]
      : question.options.map((option) => ({ value: option, label: option }))
  return <RadioGroup {...shared} choices={choices} value={value} onChange={answer} />
}

const toOptions = (named: readonly { id: number; name: string }[]) =>
  named.map(({ id, name }) => ({ value: id, label: name }))

interface SignUpFieldsProps {
  offer: SignUpOffer
  store: SignUpStore
  /** Begins the names of the fields of a further person. */
  prefix?: string | undefined
  /** Name of the person, when it is another than the reader. */
  person?: string | undefined
}

/**
 * Fields for the questions, the guardian and the payment of a sign-up, as far as the offer needs them. A question that
 * another one answers (`sameAs`) has no field. `prefix` stands before the names of a companion's fields.
 */
export function SignUpFields({ offer, store, prefix = '', person }: SignUpFieldsProps) {
  const t = useTexts('sign-ups')
  const { form, problems } = useStore(store.$state)
  const errorOf = (field: string) => {
    const problem = problems.find(({ name }) => name === field)
    return problem && t(problem.message)
  }
  return (
    <>
      {offer.questions
        .filter(({ sameAs }) => !sameAs)
        .map((question) => (
          <QuestionField key={question.id} question={question} store={store} prefix={prefix} />
        ))}
      {offer.mustHaveGuardian && (
        <Select
          name={`${prefix}guardian`}
          label={t('guardian')}
          hint={t('guardianHint')}
          required
          error={errorOf('guardian')}
          placeholder={t('choose')}
          options={toOptions(offer.guardians)}
          value={form.guardianUserId ?? ''}
          onChange={(event) => store.change({ guardianUserId: Number(event.target.value) || null })}
        />
      )}
      <PaymentFields offer={offer} store={store} prefix={prefix} person={person} />
    </>
  )
}
