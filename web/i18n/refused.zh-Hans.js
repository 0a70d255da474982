/** @import { Catalogue } from './index.js' */

/** 简体中文：页面的安全策略不许绘制时，缺少什么。 @type {Catalogue} */
export default {
  'refused.trustedTypes':
    '实验无法在此运行：本页的安全策略（Content-Security-Policy）不允许绘图所用的可信类型（Trusted Types）。网站管理者可以放行：trusted-types lit-html scaledot。',
};
