import type { Element, ElementContent, Root } from 'hast'
import { createElement, Fragment, type ComponentType, type ReactNode } from 'react'
import { ScrollingTable } from './scrolling-table.tsx'

/** Screens' own parts that a text may ask for by a paragraph holding nothing but `{{Name}}`. */
export type Parts = Record<string, ComponentType>

const asked = /^\{\{(\w+)\}\}$/

function partOf({ tagName, children }: Element, parts: Parts): ComponentType | undefined {
  const [only] = children
  const name = tagName === 'p' && only?.type === 'text' ? asked.exec(only.value.trim())?.[1] : undefined
  return name !== undefined && Object.hasOwn(parts, name) ? parts[name] : undefined
}

function toElement(node: ElementContent | Root['children'][number], key: number, parts: Parts): ReactNode {
  if (node.type === 'text') return node.value
  if (node.type !== 'element') return null
  const part = partOf(node, parts)
  if (part) return createElement(part, { key })
  const { className, ...properties } = node.properties
  const classes = Array.isArray(className) ? className.join(' ') : className
  const children = node.children.map((child, place) => toElement(child, place, parts))
  if (node.tagName === 'table') return createElement(ScrollingTable, { key }, ...children)
  // An empty list of children, or React would complain about `<br>` and `<hr>`.
  return createElement(node.tagName, { ...properties, className: classes, key }, ...children)
}

/** A sanitised tree as React's elements: no HTML text is ever handed to the page. */
export const toElements = (tree: Root, parts: Parts): ReactNode =>
  createElement(Fragment, null, ...tree.children.map((child, place) => toElement(child, place, parts)))
