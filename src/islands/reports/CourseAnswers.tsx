import { api } from '../client/api.ts'
import { island, useTexts } from '../client/texts.tsx'
import { toFailure } from '../editing/use-draft.ts'
import { toast } from '../ui/toast.ts'
import { BackgroundButton } from './BackgroundButton.tsx'
import { DownloadButton } from './DownloadButton.tsx'
import { saveCourseAnswers } from './save-report.ts'

interface AnswersProps {
  educationPartId: number
  /** Whether the report is large enough to be created in the background. */
  isLarge: boolean
}

function Answers({ educationPartId, isLarge }: AnswersProps) {
  const t = useTexts('reports')
  const name = t('report.CourseAnswers')
  const save = async () => {
    const file = await saveCourseAnswers(educationPartId)
    if (file) toast(t('saved', { file }))
  }
  const begin = async () => {
    try {
      await api('POST /reports/files', { body: { report: 'CourseAnswers', educationPartId } })
      toast(t('files.begun'))
    } catch (error) {
      toast(toFailure(error).message, 'danger')
    }
  }
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-3">
      {!isLarge && (
        <DownloadButton save={save} name={t('downloadNamed', { report: name })}>
          {t('download')}
        </DownloadButton>
      )}
      <BackgroundButton name={name} begin={begin} isAlone={isLarge} />
    </div>
  )
}

/**
 * Buttons that save the answers of a course as an Excel file: at once, or in the background, for many people
 * (`isLarge`) only so. Toasts report a success and a failure.
 */
export const CourseAnswers = island(Answers)
