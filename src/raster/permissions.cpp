// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Who may read and write a file that takes another one's place.
#include "raster/permissions.hpp"

#include <unistd.h>

#include <sys/stat.h>
#include <sys/xattr.h>

namespace strandline::raster {

void copy_permissions(const std::filesystem::path& from, const std::filesystem::path& to) {
  struct stat old = {};
  if (::stat(from.c_str(), &old) != 0 || !S_ISREG(old.st_mode)) return;
  constexpr auto kUnchanged = static_cast<uid_t>(-1);
  const bool has_group =
      ::chown(to.c_str(), old.st_uid, old.st_gid) == 0 || ::chown(to.c_str(), kUnchanged, old.st_gid) == 0;
  // In a file with an access control list the group's bits bound the list and are not what the group may do.
  const bool has_list = ::getxattr(from.c_str(), "system.posix_acl_access", nullptr, 0) > 0;
  mode_t mode = old.st_mode & 0777;
  if (!has_group || has_list) mode = (mode & 0707) | (mode & 07) << 3;  // the group gets what all others get
  ::chmod(to.c_str(), mode);
}

}  // namespace strandline::raster
