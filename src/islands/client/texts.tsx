import { type ComponentType, Suspense } from 'react'
import { unchecked } from '../../unchecked.ts'
import { ReplayInput } from '../hydration/replay-input.tsx'
import { LoadBoundary } from '../ui/LoadBoundary.tsx'
import { Language } from './use-texts.ts'

export { useLanguage, useTexts } from './use-texts.ts'

const reloadPage = () => location.reload()

/**
 * Wraps a top-level island, so that every component in it uses the page's language, which is its further property
 * `language`. Shows nothing while texts load, and replays input from before hydration. An island that fails shows an
 * error with a button that reloads the page.
 */
export function island<Props extends object>(Component: ComponentType<Props>) {
  // The rest of the properties are those of the component; TypeScript cannot infer that of a generic.
  return function Island({ language, ...props }: Props & { language: string }) {
    return (
      <Language value={language}>
        <Suspense>
          <LoadBoundary onRetry={reloadPage}>
            <Component {...unchecked<Props>(props)} />
            <ReplayInput />
          </LoadBoundary>
        </Suspense>
      </Language>
    )
  }
}
