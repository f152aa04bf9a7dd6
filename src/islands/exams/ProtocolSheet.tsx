import { ArrowLeft } from '@lucide/icons'
import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState } from 'react'
import type { DriverExam } from '#api/catalogue/exams/contract.ts'
import { useTexts } from '../client/texts.tsx'
import { Button } from '../ui/Button.tsx'
import { ErrorSummary } from '../ui/ErrorSummary.tsx'
import { Icon } from '../ui/Icon.tsx'
import { InfoBox } from '../ui/InfoBox.tsx'
import { Progress } from '../ui/Progress.tsx'
import { RadioGroup } from '../ui/RadioGroup.tsx'
import { TextArea } from '../ui/TextArea.tsx'
import { ItemField } from './ItemField.tsx'
import type { ProtocolState } from './protocol-state.ts'
import { canPass, countJudgedItems, type DriverRow, validateProtocol } from './protocols.ts'
import { SignaturePad } from './SignaturePad.tsx'

interface SheetProps {
  exam: DriverExam
  row: DriverRow
  state: ProtocolState
  onClose: () => void
  onSigned: () => void
  onGuardian: () => void
}

interface FieldErrors {
  problems: { name: string; message: string }[]
  errorOf: (name: string) => string | undefined
}

function Outcome({ exam, row, state, errorOf }: SheetProps & Pick<FieldErrors, 'errorOf'>) {
  const t = useTexts('exams')
  const draft = state.draftOf(row.resultId, useStore(state.$drafts))
  const mayPass = canPass(draft, exam.checklist)
  return (
    <RadioGroup
      name="outcome"
      label={t('outcome')}
      required
      error={errorOf('outcome')}
      value={draft.passed === null ? '' : draft.passed ? 'passed' : 'failed'}
      onChange={(value) => state.change(row.resultId, { passed: value === 'passed' })}
      choices={[
        {
          value: 'passed',
          label: t('outcome.passed'),
          ...(mayPass ? {} : { hint: t('outcome.closed') }),
          disabled: !mayPass,
        },
        { value: 'failed', label: t('outcome.failed'), hint: t('outcome.failedHint') },
      ]}
    />
  )
}

function Head({ row, onClose }: Pick<SheetProps, 'row' | 'onClose'>) {
  const t = useTexts('exams')
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus()
    scrollTo(0, 0)
  }, [])
  const facts = [
    row.organizationNames.join(', '),
    row.age === null ? t('age.unknown') : t('age', { count: row.age }),
    ...(row.guardianName ? [t('guardian.is', { name: row.guardianName })] : []),
  ].filter(Boolean)
  return (
    <div>
      <Button tone="quiet" className="-ml-4" icon={<Icon of={ArrowLeft} size={18} />} onClick={onClose}>
        {t('back')}
      </Button>
      <h1 ref={heading} tabIndex={-1} className="mt-1 text-2xl outline-none">
        {row.name}
      </h1>
      <p className="text-muted">{facts.join(' · ')}</p>
    </div>
  )
}

/**
 * Form for the protocol of one driver: items, outcome and signature. The draft is stored on the device until it is
 * signed; signing works without a connection. Its heading takes the focus.
 *
 * `onSigned` follows when a valid protocol is queued, `onClose` the button back, which keeps the draft. `onGuardian`
 * asks the caller to open the choice of a missing guardian. Passing cannot be chosen once a required item has failed.
 */
export function ProtocolSheet(props: SheetProps) {
  const { exam, row, state, onSigned, onGuardian } = props
  const t = useTexts('exams')
  const draft = state.draftOf(row.resultId, useStore(state.$drafts))
  const [attempts, setAttempts] = useState(0)
  const allProblems = validateProtocol(draft, exam.checklist, row.guardianMissing)
  const problems = attempts > 0 ? allProblems : []
  const errorOf = (name: string) => {
    const problem = problems.find((one) => one.name === name)
    return problem && t(problem.message)
  }
  const done = countJudgedItems(draft, exam.checklist)
  const total = exam.checklist.length
  const titles = new Map(exam.checklist.map(({ id, text }) => [`item-${id}`, text]))
  return (
    <form
      noValidate
      aria-label={t('protocol.of', { name: row.name })}
      className="grid max-w-text grid-cols-1 gap-6"
      onSubmit={(event) => {
        event.preventDefault()
        setAttempts(attempts + 1)
        if (allProblems.length > 0) return
        state.sign(row)
        onSigned()
      }}
    >
      <Head {...props} />
      <ErrorSummary
        refusal={attempts}
        problems={problems.map(({ name, message }) => ({
          name,
          message: t(message, { text: titles.get(name) ?? '' }),
        }))}
      />
      {row.protocol && <InfoBox>{t('correct.text')}</InfoBox>}
      {row.guardianMissing && (
        <InfoBox
          tone="warning"
          title={t('guardian.missing')}
          actions={<Button onClick={onGuardian}>{t('guardian.choose')}</Button>}
        >
          {t('guardian.missingText')}
        </InfoBox>
      )}
      {total > 0 && (
        <div>
          <Progress label={t('judged')} done={done} total={total} text={t('judged.of', { done, total })} />
          <div className="mt-2">
            {exam.checklist.map((item) => (
              <ItemField
                key={item.id}
                item={item}
                judged={draft.items[item.id] ?? { passed: null, comment: '' }}
                error={errorOf(`item-${item.id}`) && t('problem.itemShort')}
                onChange={(judged) => state.change(row.resultId, { items: { ...draft.items, [item.id]: judged } })}
              />
            ))}
          </div>
        </div>
      )}
      <Outcome {...props} errorOf={errorOf} />
      <TextArea
        name="note"
        label={t('note')}
        hint={t('noteHint')}
        rows={2}
        maxLength={1000}
        value={draft.note}
        onChange={(event) => state.change(row.resultId, { note: event.target.value })}
      />
      <SignaturePad
        value={draft.signature}
        error={errorOf('signature')}
        onChange={(signature) => state.change(row.resultId, { signature })}
      />
      <Button type="submit" tone="primary" size="large" isWide>
        {t(draft.passed === null ? 'sign' : draft.passed ? 'sign.passed' : 'sign.failed')}
      </Button>
    </form>
  )
}
