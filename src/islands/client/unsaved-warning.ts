/** Question of the browser before the page is left, while something that was typed is not saved. */
export interface UnsavedWarning {
  begin: () => void
  /** Ends the question at once, so that the page can be left in the same task. */
  end: () => void
}

/** Creates a warning that has not begun. Several on a page are independent of each other. */
export function createUnsavedWarning(): UnsavedWarning {
  const preventLeaving = (event: BeforeUnloadEvent) => event.preventDefault()
  return {
    begin: () => addEventListener('beforeunload', preventLeaving),
    end: () => removeEventListener('beforeunload', preventLeaving),
  }
}
