import { useTexts } from '../../client/texts.tsx'
import { toSection } from '../../editing/form-section.ts'
import { Card } from '../../ui/Card.tsx'
import { FieldFold } from '../../ui/FieldFold.tsx'
import { QuestionsEditor, type QuestionsEditorProps } from './QuestionsEditor.tsx'

/** Section of a form with the questions at sign-up, folded behind their texts. */
export function QuestionsFields(props: QuestionsEditorProps) {
  const t = useTexts('management')
  const { id, title } = toSection('customQuestions', t)
  const filled = props.questions.flatMap(({ text }) => text || [])
  return (
    <Card id={id}>
      <FieldFold title={title} filled={filled} isSection>
        <QuestionsEditor {...props} />
      </FieldFold>
    </Card>
  )
}
