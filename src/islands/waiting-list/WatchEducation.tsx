import { useState } from 'react'
import { api } from '../client/api.ts'
import { island, useTexts } from '../client/texts.tsx'
import { Button } from '../ui/Button.tsx'
import { toast } from '../ui/toast.ts'

interface WatchEducationProps {
  educationId: number
  isWatching: boolean
}

function WatchButton({ educationId, isWatching }: WatchEducationProps) {
  const t = useTexts('waiting-list')
  const [watching, setWatching] = useState(isWatching)
  const [isBusy, setIsBusy] = useState(false)
  async function press() {
    setIsBusy(true)
    try {
      const body = { watching: !watching }
      const answer = await api('PUT /Educations/:id/watch', { params: { id: educationId }, body })
      setWatching(answer.watching)
      toast(t(answer.watching ? 'watch.set' : 'watch.stopped'))
    } catch (error) {
      toast(error instanceof Error ? error.message : t('notPossible'), 'danger')
    }
    setIsBusy(false)
  }
  return (
    <Button tone={watching ? 'quiet' : 'secondary'} isBusy={isBusy} onClick={() => void press()}>
      {t(watching ? 'watch.stop' : 'watch')}
    </Button>
  )
}

/**
 * Button that sets or removes the reader's watch of an education without dates to book. It changes once the server has
 * answered, with a toast of the outcome.
 */
export const WatchEducation = island(WatchButton)
