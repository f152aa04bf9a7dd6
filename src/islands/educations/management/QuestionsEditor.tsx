import { Plus, Trash2 } from '@lucide/icons'
import type { CustomQuestion } from '#api/questions.ts'
import { useTexts } from '../../client/texts.tsx'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Field } from '../../ui/Field.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Select } from '../../ui/Select.tsx'
import { TextArea } from '../../ui/TextArea.tsx'
import { withNewQuestion } from './questions.ts'

export interface QuestionsEditorProps {
  questions: readonly CustomQuestion[]
  onChange: (questions: CustomQuestion[]) => void
}

type RowProps = { question: CustomQuestion; onChange: (question: CustomQuestion) => void; onRemove: () => void }

function QuestionRow({ question, onChange, onRemove }: RowProps) {
  const t = useTexts('management')
  const name = `question-${question.id}`
  const types = (['text', 'choice', 'yesno'] as const).map((value) => ({ value, label: t(`question.${value}`) }))
  return (
    <li className="grid gap-4 rounded-card border border-line p-4 sm:grid-cols-[1fr_14rem_auto]">
      <Field
        name={name}
        label={t('question.question')}
        value={question.text}
        maxLength={300}
        onChange={(event) => onChange({ ...question, text: event.target.value })}
      />
      <Select
        name={`${name}-type`}
        label={t('question.type')}
        options={types}
        value={question.type}
        onChange={(event) => onChange({ ...question, type: event.target.value as CustomQuestion['type'] })}
      />
      <IconButton
        label={t('question.remove', { text: question.text })}
        icon={<Icon of={Trash2} size={18} />}
        onClick={onRemove}
        className="self-end justify-self-end"
      />
      {question.type === 'choice' && (
        <TextArea
          className="sm:col-span-2"
          name={`${name}-options`}
          label={t('question.options')}
          hint={t('question.optionsHint')}
          rows={3}
          value={question.options.join('\n')}
          onChange={(event) => onChange({ ...question, options: event.target.value.split('\n') })}
        />
      )}
      <div className="sm:col-span-full">
        <Checkbox
          name={`${name}-required`}
          label={t('question.required')}
          checked={question.required}
          onChange={(event) => onChange({ ...question, required: event.target.checked })}
        />
      </div>
    </li>
  )
}

/**
 * Editor of the questions at sign-up (spec G-037d). `onChange` receives the whole list at each edit; a new question
 * comes last, with an empty text and a random id that the list never had, as answers are stored by id.
 */
export function QuestionsEditor({ questions, onChange }: QuestionsEditorProps) {
  const t = useTexts('management')
  const replace = (at: number, question: CustomQuestion) => onChange(questions.with(at, question))
  return (
    <div className="grid gap-4">
      {questions.length > 0 && (
        <ul className="grid gap-3">
          {questions.map((question, at) => (
            <QuestionRow
              key={question.id}
              question={question}
              onChange={(changed) => replace(at, changed)}
              onRemove={() => onChange(questions.toSpliced(at, 1))}
            />
          ))}
        </ul>
      )}
      <Button
        className="justify-self-start"
        icon={<Icon of={Plus} size={18} />}
        onClick={() => onChange(withNewQuestion(questions))}
      >
        {t('question.add')}
      </Button>
    </div>
  )
}
