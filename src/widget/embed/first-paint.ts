import { createElement, type ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { Translate } from '#contract/text/translate.ts'
import { fromWireTime } from '#contract/times/times.ts'
import type { Advert } from '#features/adverts/adverts.contract.ts'
import { isWidgetHidden } from '#features/coupons/coupon-widget.rules.ts'
import { viewCoupons } from '../coupon/coupon-view.ts'
import { formatEndDate } from '../coupon/format-end-date.ts'

/**
 * Renders `<harbor-coupons>` with its first paint and its state, so that the widget appears before any script has
 * loaded. Returns an empty string for an advert without coupons to show.
 */
export function renderCoupons(advert: Advert, t: Translate): string {
  const widget = advert.link_detail
  if (!widget || !('settings' in widget) || isWidgetHidden(widget.settings.coupon.codes)) return ''
  const { codes } = widget.settings.coupon
  const ends = widget.date_end ? formatEndDate(fromWireTime(widget.date_end), 'UTC') : null
  const view = viewCoupons<ReactElement>(createElement, { widget, codes, busy: null, ends, t, onTap: () => {} })
  const state = JSON.stringify(advert).replaceAll('<', '\\u003c')
  return [
    `<harbor-coupons ad="${advert.id}">`,
    `<template shadowrootmode="open"><link rel="stylesheet" href="/widget.css">${renderToStaticMarkup(view)}</template>`,
    `<script type="application/json">${state}</script>`,
    '</harbor-coupons>',
  ].join('')
}
