import { Download } from '@lucide/icons'
import { useState } from 'react'
import { api } from '../client/api.ts'
import { saveResponse } from '../client/save-response.ts'
import { island, useTexts } from '../client/texts.tsx'
import { toFailure } from '../editing/use-draft.ts'
import { Button } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { toast } from '../ui/toast.ts'

function Example() {
  const t = useTexts('imports')
  const [busy, setBusy] = useState(false)
  const download = async () => {
    setBusy(true)
    try {
      await saveResponse(await api('GET /imports/exampleFile'), 'exempel-utbildningsresultat.csv')
    } catch (error) {
      toast(toFailure(error).message, 'danger')
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button size="small" busy={busy} icon={<Icon of={Download} size={16} />} onClick={() => void download()}>
      {t('example')}
    </Button>
  )
}

/** Button that saves an example file. */
export const ExampleFile = island(Example)
