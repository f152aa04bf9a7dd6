import { api } from '../client/api.ts'
import { island, useTexts } from '../client/texts.tsx'
import { FileButton } from './FileButton.tsx'

function Example() {
  const t = useTexts('imports')
  return (
    <FileButton
      label={t('example')}
      fileName="exempel-utbildningsresultat.csv"
      load={() => api('GET /imports/exampleFile')}
    />
  )
}

/** Button that saves an example file of an import of results. A failure is a toast. */
export const ExampleFile = island(Example)
