import { AppError, isAppError } from '../../lib/errors.ts'

/** An element with what it holds; names without their namespace. All of it is foreign text. */
export interface XmlElement {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly XmlElement[]
  /** Text of the element itself, its children's left out, trimmed. */
  readonly text: string
}

interface Growing extends XmlElement {
  readonly children: Growing[]
  text: string
}

/** Metadata of satellite products is 10 deep and has some ten thousand elements. */
const DEEPEST = 64
const MOST_ELEMENTS = 500_000

/**
 * The root element of an XML text. A document type declaration is refused, so that no entity can be declared, and with it
 * neither grow nor fetch anything. Throws unsupported_file, limit_reached; read_failed where the text is not well-formed.
 */
export async function readXml(text: string): Promise<XmlElement> {
  const { SaxesParser } = await import('saxes')
  const parser = new SaxesParser()
  const open: Growing[] = []
  let root: Growing | undefined
  let count = 0
  parser.on('doctype', () => {
    throw new AppError(
      'unsupported_file',
      'the XML declares a document type (DOCTYPE), which can define entities and which neither metadata of products nor KML need; it was not read. Take the file as the portal or the program writes it',
    )
  })
  parser.on('opentag', ({ name, attributes }) => {
    if (open.length >= DEEPEST || ++count > MOST_ELEMENTS) {
      throw new AppError(
        'limit_reached',
        `the XML is nested deeper than ${DEEPEST} or has more than ${MOST_ELEMENTS} elements, which no product metadata does`,
      )
    }
    const plain = Object.entries(attributes).map(([key, value]) => [localName(key), value])
    const element: Growing = {
      name: localName(name),
      attributes: Object.fromEntries(plain) as Record<string, string>,
      children: [],
      text: '',
    }
    open.at(-1)?.children.push(element)
    root ??= element
    open.push(element)
  })
  const add = (part: string) => {
    const element = open.at(-1)
    if (element) element.text += part
  }
  parser.on('text', add)
  parser.on('cdata', add)
  parser.on('closetag', () => {
    const element = open.pop()
    if (element) element.text = element.text.trim()
  })
  try {
    parser.write(text).close()
  } catch (error) {
    if (isAppError(error)) throw error
    throw new AppError(
      'read_failed',
      'the XML is damaged or cut off; get the file again',
      {},
      { cause: error },
    )
  }
  if (!root) throw new AppError('read_failed', 'the XML holds no element; get the file again')
  return root
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)
