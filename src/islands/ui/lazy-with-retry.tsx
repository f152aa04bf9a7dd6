import { type ComponentType, lazy, useState } from 'react'
import { unchecked } from '../../unchecked.ts'
import { LoadBoundary } from './LoadBoundary.tsx'

interface AttemptsProps<Props> {
  /** Returns the lazy component of the next attempt. */
  getNext: () => ComponentType<Props>
  ownProps: Props
}

/** Renders one lazy component, until a retry replaces it. */
function Attempts<Props extends object>({ getNext, ownProps }: AttemptsProps<Props>) {
  const [{ number, Loaded }, setAttempt] = useState(() => ({ number: 0, Loaded: getNext() }))
  const retry = () => setAttempt((last) => ({ number: last.number + 1, Loaded: getNext() }))
  return (
    <LoadBoundary key={number} onRetry={retry}>
      <Loaded {...ownProps} />
    </LoadBoundary>
  )
}

/**
 * Returns a component that is loaded when it is first rendered, as by `lazy`. When that fails, it shows an error with a
 * button that loads again, and the components around it keep their state. A later mount loads again by itself.
 */
export function lazyWithRetry<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) {
  // A lazy component keeps its rejection, so each failure prepares another one.
  function prepare(): ComponentType<Props> {
    const loading = lazy(() =>
      load().catch((error: unknown) => {
        next = prepare()
        throw error
      }),
    )
    // A lazy component takes the properties of the loaded one; TypeScript cannot infer that of a generic.
    return unchecked<ComponentType<Props>>(loading)
  }
  let next = prepare()
  return (props: Props) => <Attempts getNext={() => next} ownProps={props} />
}
