import {
  type PDFArray,
  type PDFDict,
  type PDFDocument,
  PDFHexString,
  PDFName,
  PDFNumber,
  PDFOperator,
  PDFOperatorNames,
  type PDFPage,
  type PDFRef,
} from '@cantoo/pdf-lib'

/** Standard structure types of PDF 1.7. */
type Role = 'Document' | 'H1' | 'H2' | 'P' | 'L' | 'LI' | 'Lbl' | 'LBody' | 'Figure'

/** Element of the structure tree, whose kids are elements or pieces of content in reading order. */
export interface StructureElement {
  ref: PDFRef
  role: Role
  kids: PDFArray
}

interface ElementOptions {
  /** Language of the content when it is not that of the document. */
  language?: string
  /** Text alternative of a figure. */
  alternative?: string
  /** Rectangle of a figure on its page: left, bottom, right, top. */
  box?: readonly [number, number, number, number]
}

/** Structure tree of a tagged PDF (ISO 32000-1, 14.7). */
export interface DocumentStructure {
  pdf: PDFDocument
  /** The element that holds all others. */
  document: StructureElement
  /** Of each page the elements of its marked content, by MCID. */
  parents: Map<PDFPage, PDFArray>
  /** Pairs of the number of a page and its array in `parents`. */
  numbers: PDFArray
}

function createElement(pdf: PDFDocument, parent: PDFRef, role: Role, options: ElementOptions): StructureElement {
  const { language, alternative, box } = options
  const kids = pdf.context.obj([])
  const element: PDFDict = pdf.context.obj({ Type: 'StructElem', S: role, P: parent, K: kids })
  if (language) element.set(PDFName.of('Lang'), PDFHexString.fromText(language))
  if (alternative) element.set(PDFName.of('Alt'), PDFHexString.fromText(alternative))
  if (box) element.set(PDFName.of('A'), pdf.context.obj({ O: 'Layout', Placement: 'Block', BBox: [...box] }))
  return { ref: pdf.context.register(element), role, kids }
}

/** Makes a document a tagged PDF, with an empty structure tree. */
export function createStructure(pdf: PDFDocument): DocumentStructure {
  const { context, catalog } = pdf
  const [kids, numbers] = [context.obj([]), context.obj([])]
  const tree = context.obj({ Type: 'StructTreeRoot', K: kids, ParentTree: { Nums: numbers } })
  const root = context.register(tree)
  const document = createElement(pdf, root, 'Document', {})
  kids.push(document.ref)
  catalog.set(PDFName.of('StructTreeRoot'), root)
  catalog.set(PDFName.of('MarkInfo'), context.obj({ Marked: true }))
  return { pdf, document, parents: new Map(), numbers }
}

/**
 * Creates an element as the last child of `parent`, in reading order, and returns it. Nothing is drawn: `tagContent`
 * gives it content. `options` are its language, when it is not the document's, and the text alternative and box of a
 * figure.
 */
export function addElement(
  { pdf }: DocumentStructure,
  parent: StructureElement,
  role: Role,
  options: ElementOptions = {},
): StructureElement {
  const element = createElement(pdf, parent.ref, role, options)
  parent.kids.push(element.ref)
  return element
}

function parentsOf({ pdf, parents, numbers }: DocumentStructure, page: PDFPage): PDFArray {
  const known = parents.get(page)
  if (known) return known
  const created = pdf.context.obj([])
  const number = PDFNumber.of(parents.size)
  page.node.set(PDFName.of('StructParents'), number)
  numbers.push(number)
  numbers.push(pdf.context.register(created))
  parents.set(page, created)
  return created
}

/** Calls `draw`, and makes what it draws on a page the next piece of content of an element. Returns its result. */
export function tagContent<T>(
  structure: DocumentStructure,
  element: StructureElement,
  page: PDFPage,
  draw: () => T,
): T {
  const parents = parentsOf(structure, page)
  const id = parents.size()
  parents.push(element.ref)
  element.kids.push(structure.pdf.context.obj({ Type: 'MCR', Pg: page.ref, MCID: id }))
  const { BeginMarkedContentSequence, EndMarkedContent } = PDFOperatorNames
  page.pushOperators(PDFOperator.of(BeginMarkedContentSequence, [PDFName.of(element.role), `<</MCID ${id}>>`]))
  const result = draw()
  page.pushOperators(PDFOperator.of(EndMarkedContent))
  return result
}

/** Calls `draw`, and marks what it draws on a page as decoration, which screen readers leave out. */
export function drawArtifact(page: PDFPage, draw: () => void): void {
  const { BeginMarkedContent, EndMarkedContent } = PDFOperatorNames
  page.pushOperators(PDFOperator.of(BeginMarkedContent, [PDFName.of('Artifact')]))
  draw()
  page.pushOperators(PDFOperator.of(EndMarkedContent))
}
